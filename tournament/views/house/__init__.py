"""The house itself: accounts, colours, connections.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
