"""Records that leave the house: reports and archives."""
