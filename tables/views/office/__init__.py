"""Records that leave the house: reports and archives.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
