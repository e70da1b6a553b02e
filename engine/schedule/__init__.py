"""Levels and breaks: the printed schedules, proposals, what a book asks of them.

May import cards, hand, rules, rulebooks and referee.
"""
