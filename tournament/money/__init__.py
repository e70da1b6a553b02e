"""The money ledger: takings, drawers, proceeds; every cent has two sides.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
