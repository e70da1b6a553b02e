"""The pages of the tournament, a folder for each audience.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
