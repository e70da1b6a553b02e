"""Players for rehearsals, and scenes a dealer learns from.

May import everything of the engine but phh.
"""
