"""The API's part about tables, a file for each audience; each operation calls one service."""
