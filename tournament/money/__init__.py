"""The money ledger: takings, drawers, proceeds; every cent has two sides.

Services write, queries read.
May import rooms of its own app, models and the engine; never tables, never an edge.
"""
