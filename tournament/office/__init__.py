"""Licence, incidents, staff and inspections.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
