"""Live pictures: drawn once per audience and fanned out to every socket.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
