"""The API's part about tournaments, a file for each audience; each operation calls one service."""
