"""The answer to a command that was given to an older picture."""

from engine.refusal import Refused


class Stale(Refused):
    """The table has moved on since the sender looked at it."""
