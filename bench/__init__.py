"""Every figure the project claims, measured anew."""
