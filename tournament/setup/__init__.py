"""What a tournament is to be: structure, schedule, house rules, conditions.

Services write, queries read.
May import rooms of its own app, models and the engine; never tables, never an edge.
"""
