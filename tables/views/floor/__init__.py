"""The floor: one table, its players and seats, rounds, sessions, rulings taken back.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
