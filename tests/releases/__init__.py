"""Databases as earlier releases left them in the middle of play, and what becomes of them."""
