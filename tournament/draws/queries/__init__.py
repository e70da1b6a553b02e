"""What tournament/draws reads: plain data for pages, screens and papers.

May import queries of every room, models and the engine; never a service, never an edge.
"""
