"""What a tablet is given so that it can go on without network.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
