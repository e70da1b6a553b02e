"""The house itself: accounts, colours, connections."""
