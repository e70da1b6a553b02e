"""A tournament being set up: structure, schedule, house rules, conditions.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
