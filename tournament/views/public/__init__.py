"""For everybody: the tournament's pages and calendar."""
