"""The dealer's tablet, its sheets, and the practice table."""
