"""The planner's page and the forecast, reckoned in processes of their own.

Services write, queries read.
May import rooms of its own app, models and the engine; never tables, never an edge.
"""
