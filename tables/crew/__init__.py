"""Dealers, table managers and timekeepers: who does what, and practice.

Services write, queries read.
May import the rooms of both apps, models and the engine; never an edge.
"""
