"""What tables/records writes.

May import services and queries of every room, models and the engine; never an edge.
"""
