"""The clock and the director's buttons.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
