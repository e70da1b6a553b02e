"""For what reasons a hand is void by a ruling, and where the book says so."""

from collections.abc import Mapping

_ORDINARY = ("rule broken", "cards not protected", "hand abandoned", "ruling of the floor")
_INTERRUPTED = ("fire", "robbery", "brawl", "riot", "civil commotion", "act of God")
_DISRUPTED = ("commotion", "fire", "riot", "brawl", "robbery", "natural disaster")
# Where the book lists the reasons: these alone.
_LISTED: Mapping[str, Mapping[str, str]] = {
    "canberra": {
        "it cannot go on": "canberra:18.4",
        "a fraud affected it": "canberra:18.4",
        **dict.fromkeys(_INTERRUPTED, "canberra:18.1"),
    },
    "adelaide": {
        **dict.fromkeys(_DISRUPTED, "adelaide:78b"),
        "fraud by a player": "adelaide:78c",
        "fraud by a dealer": "adelaide:78c",
    },
}

# What the director may choose of the bets; the first where nothing is said.
REFUND, KEEP = "bets go back", "bets leave play"
_CHOOSES = {"canberra": "canberra:18.5"}


def choices(book: str) -> tuple[str, ...]:
    """What may become of the bets of a void hand."""
    return (REFUND, KEEP) if book in _CHOOSES else (REFUND,)


def choice_clause(book: str, usual: str) -> str:
    """Where the book says what becomes of the bets."""
    return _CHOOSES.get(book, usual)


def reasons(book: str) -> tuple[str, ...]:
    """What may be given as the reason."""
    return tuple(_LISTED.get(book, _ORDINARY))


def clause(book: str, reason: str, usual: str) -> str:
    """Where this reason stands in the book."""
    return _LISTED.get(book, {}).get(reason, usual)


def is_listed(book: str) -> bool:
    """Whether the book itself says for what reasons a hand may be void."""
    return book in _LISTED
