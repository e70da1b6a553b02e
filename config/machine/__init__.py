"""One machine: what installs the product, starts it, keeps it running and says how it is.

Settings and pages import from here only what tells them where they run.
"""
