"""Sessions at the tables: their start, their checklist, their state sheets.

Services write, queries read.
May import the rooms of both apps, models and the engine; never an edge.
"""
