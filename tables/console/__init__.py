"""What the console and the public lists read: work to do, tables, players.

Services write, queries read.
May import the rooms of both apps, models and the engine; never an edge.
"""
