"""Decides: what may be done now, what follows from it, what went wrong.

May import hand, rules and rulebooks. `referee.decide` is the way in.
"""
