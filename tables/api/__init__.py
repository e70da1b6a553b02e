"""The API's part about tables, a file for each audience; each operation calls one service.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
