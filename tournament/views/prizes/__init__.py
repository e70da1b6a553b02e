"""Places, prizes, who is paid, what is given; leagues.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
