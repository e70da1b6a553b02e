"""The tournament clock, what it announces, and the director's buttons on it.

Services write, queries read.
May import rooms of its own app, models and the engine; never tables, never an edge.
"""
