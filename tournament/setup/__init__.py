"""What a tournament is to be: structure, schedule, house rules, conditions.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
