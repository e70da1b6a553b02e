"""Evenings a second, by the quick hands and by refereed ones."""
