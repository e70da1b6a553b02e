"""What a tablet is given so that it can go on without network.

Services write, queries read.
May import the rooms of both apps, models and the engine; never an edge.
"""
