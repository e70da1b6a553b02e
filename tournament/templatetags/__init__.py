"""What templates may ask: figures, times, cards, clauses in words, the menu.

May import queries and the engine; only templates load it.
"""
