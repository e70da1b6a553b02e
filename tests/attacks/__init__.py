"""Attacks: what strangers and staff might try, and what comes of it."""
