"""What all tables do together: race-offs, special rounds, hand-for-hand.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
