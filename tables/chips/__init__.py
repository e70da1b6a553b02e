"""Chips outside hands: sold, counted, bagged, and always accounted for.

Services write, queries read.
May import the rooms of both apps, models and the engine; never an edge.
"""
