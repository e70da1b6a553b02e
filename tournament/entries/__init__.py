"""People and their entries: terms, tickets, photographs, alternates, imports.

Services write, queries read.
May import rooms of its own app, models and the engine; never tables, never an edge.
"""
