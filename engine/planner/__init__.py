"""An event simulated many times before it happens: how long, how many tables, how many chips.

May import everything of the engine but practice and phh. Chance is passed in.
"""
