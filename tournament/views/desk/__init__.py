"""The desk: entries, tickets, money.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
