"""Charity Tournament Poker, told in hands: clause by clause what the engine does."""
