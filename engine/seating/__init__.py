"""Seats drawn, tables balanced and broken, cards that decide between people.

May import equipment, clock, rulebooks and what lies below. Chance is passed in.
"""
