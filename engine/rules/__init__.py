"""The questions a rulebook answers: one small file each, no file knows a book's name.

May import hand, cards and the laws; the rulebooks stand above it.
"""
