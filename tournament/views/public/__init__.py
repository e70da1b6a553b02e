"""For everybody: the tournament's pages and calendar.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
