"""The reports of a tournament: each a `Report` of facts and sheets, which papers and pages draw.

May import queries of every room, models and the engine; never a service, never an edge.
"""
