"""Live pictures: drawn once per audience and fanned out to every socket.

Services write, queries read.
May import rooms of its own app, models and the engine; never tables, never an edge.
"""
