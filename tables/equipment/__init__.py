"""Decks, tablets and screens: taken, paired, changed, shown in turn.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
