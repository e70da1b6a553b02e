"""Licence, incidents, staff and inspectors.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
