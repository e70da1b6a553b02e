"""What live load costs: many screens, many tables, one machine."""
