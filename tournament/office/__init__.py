"""Licence, incidents, staff and inspections.

Services write, queries read.
May import rooms of its own app, models and the engine; never tables, never an edge.
"""
