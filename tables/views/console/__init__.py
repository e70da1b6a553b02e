"""The console: buttons of the whole evening, the hall, devices, what is looked for.

An edge: may import forms, services and queries; nothing but other edges imports it.
"""
