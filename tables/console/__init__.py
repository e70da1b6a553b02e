"""What the console and the public lists read: work to do, tables, players.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
