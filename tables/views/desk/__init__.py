"""The desk: chips sold and money taken.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
