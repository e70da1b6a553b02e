"""Draws of chance that anybody can check: published before, revealed with the result.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
