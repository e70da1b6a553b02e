"""What all tables do together: race-offs, special rounds, hand-for-hand.

Services write, queries read.
May import the rooms of both apps, models and the engine; never an edge.
"""
