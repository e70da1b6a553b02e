"""What a tournament offers, and its files: presets, house rules, games played.

May import everything of the engine but planner, practice and phh.
"""
