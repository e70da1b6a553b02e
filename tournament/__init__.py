"""The tournament around the tables: setup, entries, clock, money, prizes, staff and records.

May import the engine, never tables. `docs/architecture.md` has the rooms and the layers.
"""
