"""For what reasons a hand is void by a ruling, and where the book says so."""

from collections.abc import Mapping

_ORDINARY = ("rule broken", "cards not protected", "hand abandoned", "ruling of the floor")
_INTERRUPTED = ("fire", "robbery", "brawl", "riot", "civil commotion", "act of God")
# Where only the director may, and for these reasons alone.
_DIRECTORS: Mapping[str, Mapping[str, str]] = {
    "canberra": {
        "it cannot go on": "canberra:18.4",
        "a fraud affected it": "canberra:18.4",
        **dict.fromkeys(_INTERRUPTED, "canberra:18.1"),
    },
}


def reasons(book: str) -> tuple[str, ...]:
    """What may be given as the reason."""
    return tuple(_DIRECTORS.get(book, _ORDINARY))


def clause(book: str, reason: str, usual: str) -> str:
    """Where this reason stands in the book."""
    return _DIRECTORS.get(book, {}).get(reason, usual)


def directors_clause(book: str) -> str:
    """The clause that leaves it to the director; empty where a dealer may report it."""
    return next(iter(_DIRECTORS.get(book, {}).values()), "")
