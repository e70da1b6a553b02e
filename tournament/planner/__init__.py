"""The planner's page and the forecast, reckoned in processes of their own.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
