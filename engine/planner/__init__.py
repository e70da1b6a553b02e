"""The evening played many times before it happens: how long, how many tables, how many chips."""
