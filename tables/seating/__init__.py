"""Who sits where: draws, moves, breaks, latecomers, the final table.

Services write, queries read.
May import the rooms of both apps, models and the engine; never an edge.
"""
