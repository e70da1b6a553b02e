"""Whole evenings through the door: set up, played and paid by nothing but the pages."""
