"""Hands at the tables: dealt, acted, settled, taken back, shown and replayed.

Services write, queries read.
May import the rooms of both apps, models and the engine; never an edge.
"""
