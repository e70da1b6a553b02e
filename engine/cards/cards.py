"""Cards as small integers: rank * 4 + suit, the joker after them, -1 for a card nobody has seen."""

from collections.abc import Iterable, Sequence
from functools import cache

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = 52
UNKNOWN = -1
ACE = 12
DECK_SIZES = (52, 48, 44, 40, 36, 32)

RANK_WORDS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")

NAMES = (*(rank + suit for rank in RANKS for suit in SUITS), "Jk")
_NUMBERS = {name: card for card, name in enumerate(NAMES)} | {"??": UNKNOWN}


def rank_of(card: int) -> int:
    """0 for a two up to 12 for an ace; the joker has no rank of its own."""
    return card >> 2


def suit_of(card: int) -> int:
    """0 to 3 for clubs, diamonds, hearts, spades; the joker has no suit of its own."""
    return card & 3


def parse(written: str) -> tuple[int, ...]:
    """Read cards written together or apart, "AhKs" or "10h, Jk"; "??" is an unseen card."""
    joined = written.replace(",", "").replace(" ", "").replace("10", "T")
    if len(joined) % 2:
        raise ValueError(f"{written!r} is not a list of cards: each has a rank and a suit, like Ah")
    return tuple(_number(joined[at : at + 2], written) for at in range(0, len(joined), 2))


def _number(name: str, written: str) -> int:
    card = _NUMBERS.get(name)
    if card is None:
        card = _NUMBERS.get(name.capitalize())
    if card is None:
        raise ValueError(f"{name!r} in {written!r} is not a card: write Ah, Tc, Jk or ??")
    return card


def text(cards: Iterable[int]) -> str:
    """Write cards as `parse` reads them: "AhKs"."""
    return "".join("??" if card == UNKNOWN else NAMES[card] for card in cards)


def words(card: int) -> str:
    """A card as a dealer calls it: "ace of hearts"."""
    if card == UNKNOWN:
        return "unseen card"
    if card == JOKER:
        return "joker"
    return f"{RANK_WORDS[rank_of(card)]} of {SUIT_WORDS[suit_of(card)]}"


def plural(rank: int) -> str:
    """The rank as several of it are called: "sixes"."""
    word = RANK_WORDS[rank]
    return word + ("es" if word == "six" else "s")


def lowest_rank(size: int) -> int:
    """The lowest rank left in a deck of this size: 5 (a seven) in the 32-card deck."""
    if size not in DECK_SIZES:
        raise ValueError(f"no deck has {size} cards: choose 52, 48, 44, 40, 36 or 32")
    return 13 - size // 4


def deck(size: int = 52, joker: bool = False) -> tuple[int, ...]:
    """The cards of a deck, lowest first, the joker last when it is played with."""
    cards = tuple(range(4 * lowest_rank(size), 52))
    return (*cards, JOKER) if joker else cards


@cache
def _whole_deck(size: int, joker: bool) -> frozenset[int]:
    return frozenset(deck(size, joker))


def fault(cards: Sequence[int], *, size: int = 52, joker: bool = False) -> str:
    """Why these cards cannot all come from one such deck; empty when they can."""
    known = [card for card in cards if card != UNKNOWN]
    different = frozenset(known)
    if len(different) == len(known) and different <= _whole_deck(size, joker):
        return ""
    strange = next((card for card in known if card not in _whole_deck(size, joker)), None)
    if strange is not None:
        return f"The deck of {size} cards has no {words(strange)}."
    twice = next(card for at, card in enumerate(known) if card in known[:at])
    return f"The {words(twice)} is there twice."
