"""The house itself: accounts, logo and colours, integrations, backups.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
