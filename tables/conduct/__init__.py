"""Penalties, absences, disputes, calls for the floor, time on a player.

Services write, queries read.
May import the rooms of both apps, models and the engine; never an edge.
"""
