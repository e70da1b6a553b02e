"""Cards, what hands of them are worth, and what they can still become.

Imports nothing of the engine but its smallest values: amounts, games, refusal.
"""
