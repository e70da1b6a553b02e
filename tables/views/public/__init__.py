"""For everybody: the tournament's pages, a player's own, hall screens, replays.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
