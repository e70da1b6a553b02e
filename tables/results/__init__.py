"""Who is still in and who went out: standings, busts taken back, the end.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
