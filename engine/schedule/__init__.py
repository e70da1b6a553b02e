"""Levels and breaks: the printed schedules, and proposals.

May import cards and hand; the rulebooks stand above it.
"""
