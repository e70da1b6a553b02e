"""Hand numbers: a table's records run on for good, people count from 1 in every session.

A session's hands begin at the next ten thousand, so that the key of a record says both: 20 012 is
hand 12 of the second session played. A tournament without sessions counts 1, 2, 3.
"""

PER_SESSION = 10_000  # more than any table deals in one session


def before_session(place: int) -> int:
    """The key before the first hand of the session played as the so-manieth."""
    return place * PER_SESSION


def as_shown(key: int) -> int:
    """The number of a hand in its session, as people say it; 0 before the first."""
    return key % PER_SESSION


def session_of(key: int) -> int:
    """The place of its session among those played; 0 without sessions."""
    return key // PER_SESSION
