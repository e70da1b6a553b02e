"""Who sits where: draws, moves, breaks, latecomers, the final table.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
