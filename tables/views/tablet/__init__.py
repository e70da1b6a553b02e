"""The dealer's tablet, its sheets, and the practice table.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
