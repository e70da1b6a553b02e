"""Licence, incidents, staff and inspectors."""
