"""Who is still in and who went out: standings, busts taken back, the end.

Services write, queries read.
May import the rooms of both apps, models and the engine; never an edge.
"""
