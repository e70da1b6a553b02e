"""Hands at the tables: dealt, acted, settled, taken back, shown and replayed.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
