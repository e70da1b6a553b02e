"""The questions a rulebook answers: one small file each, no file knows a book's name."""
