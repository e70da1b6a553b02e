"""Chips outside hands: sold, counted, bagged, and always accounted for.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
