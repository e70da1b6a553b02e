"""Hands in the open PHH format: read, played through the referee, written.

May import everything of the engine.
"""
