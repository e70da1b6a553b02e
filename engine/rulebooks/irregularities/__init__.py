"""Per book, what is done when something goes wrong: condition, remedy, clause.

May import rules; only the books import it.
"""
