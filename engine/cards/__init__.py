"""Cards, what hands of them are worth, and what they can still become.

May import only the smallest values of the engine: amounts, games, refusal.
"""
