"""Sessions at the tables: their start, their checklist, their state sheets.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
