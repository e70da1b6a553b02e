"""People and their entries: terms, tickets, photographs, alternates, imports.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
