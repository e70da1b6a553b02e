"""The house itself: accounts, logo and colours, integrations, backups.

Services write, queries read.
May import rooms of its own app, models and the engine; never tables, never an edge.
"""
