"""What tables/records writes: one transaction, one lock order, one line of the journal.

May import services and queries of every room, models and the engine; never an edge.
"""
