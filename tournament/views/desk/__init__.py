"""The desk: entries, tickets, money."""
