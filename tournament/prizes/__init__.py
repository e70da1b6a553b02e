"""Places confirmed, prizes published, deals agreed, payouts made.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
