"""One hand as a value: what it begins with, commands, events, and their fold.

May import cards. Knows no rules: what is lawful, `rules` and `referee` say.
"""
