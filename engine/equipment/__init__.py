"""Decks and chips: checked, counted, raced off and divided.

May import clock, schedule and what lies below.
"""
