"""Penalties, absences, disputes, calls for the floor, time on a player.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
