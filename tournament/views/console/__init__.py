"""The clock and the director's buttons."""
