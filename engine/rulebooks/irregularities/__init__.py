"""Per book, what is done when something goes wrong: condition, remedy, clause."""
