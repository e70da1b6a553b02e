"""What `make demo` shows: events at every interesting moment, and which screens to look at.

An edge: may import everything but views; nothing but the demo's own page and command imports it.
"""
