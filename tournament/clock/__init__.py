"""The tournament clock, what it announces, and the director's buttons on it.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
