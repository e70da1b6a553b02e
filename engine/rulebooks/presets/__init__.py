"""The tournaments and games that come with each book.

May import laws, schedules and games; a book lists its own.
"""
