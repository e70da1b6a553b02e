"""Draws of chance that anybody can check: published before, revealed with the result.

Services write, queries read.
May import rooms of its own app, models and the engine; never tables, never an edge.
"""
