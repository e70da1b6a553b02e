"""Dealers, table managers and timekeepers: who does what, and practice.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
