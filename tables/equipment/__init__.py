"""Decks, tablets and screens: taken, paired, changed, shown in turn.

Services write, queries read.
May import the rooms of both apps, models and the engine; never an edge.
"""
