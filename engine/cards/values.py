"""How a hand's worth is packed into one integer, and the names of the kinds of hands.

A value is the place of its category in the order of hands, then five faces of four bits each: a
face is 2 to 14, an ace that counts low is 1. Low hands are packed the same way and made negative,
so that the higher value is the better hand everywhere.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum

FACES = 20
NO_LOW = -(16 << FACES)


class Category(StrEnum):
    """The kinds of hands, in the words of canberra:3.3."""

    ROYAL_FLUSH = "royal flush"
    FIVE = "five of a kind"
    STRAIGHT_FLUSH = "straight flush"
    FOUR = "four of a kind"
    FULL_HOUSE = "full house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE = "three of a kind"
    TWO_PAIRS = "two pair"
    PAIR = "one pair"
    ODD_CARDS = "high card"


Order = tuple[Category, ...]

# Lowest first. A reduced deck puts the flush above the full house (canberra:3.4).
FULL_DECK: Order = (
    Category.ODD_CARDS,
    Category.PAIR,
    Category.TWO_PAIRS,
    Category.THREE,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.FOUR,
    Category.STRAIGHT_FLUSH,
    Category.FIVE,
    Category.ROYAL_FLUSH,
)
REDUCED_DECK: Order = (*FULL_DECK[:5], Category.FULL_HOUSE, Category.FLUSH, *FULL_DECK[7:])


def order_of(deck_size: int) -> Order:
    """The order of hands that a deck plays by (canberra:T.full_deck, canberra:T.reduced_deck)."""
    return FULL_DECK if deck_size >= 52 else REDUCED_DECK


def pack(place: int, faces: Iterable[int]) -> int:
    """A value from a category's place and up to five faces, the most important first."""
    value, shift = place << FACES, FACES
    for face in faces:
        shift -= 4
        value |= face << shift
    return value


def faces_of(value: int) -> list[int]:
    """The faces packed into a value, without the empty places."""
    return [face for shift in range(FACES - 4, -1, -4) if (face := value >> shift & 15)]


def of_a_kind(counts: Sequence[int]) -> tuple[Category, list[int]]:
    """The best five of some cards by pairs, threes and fours alone, from the count of each face."""
    groups = sorted(((number, face) for face, number in enumerate(counts) if number), reverse=True)
    most, second = groups[0][0], groups[1][0] if len(groups) > 1 else 0
    if most >= 4:
        category, kinds, kickers = (Category.FIVE, 1, 0) if most > 4 else (Category.FOUR, 1, 1)
    elif most == 3:
        category, kinds, kickers = (
            (Category.FULL_HOUSE, 2, 0) if second > 1 else (Category.THREE, 1, 2)
        )
    elif most == 2:
        category, kinds, kickers = (
            (Category.TWO_PAIRS, 2, 1) if second > 1 else (Category.PAIR, 1, 3)
        )
    else:
        category, kinds, kickers = Category.ODD_CARDS, 0, 5
    kind = [face for _, face in groups[:kinds]]
    rest = sorted((face for _, face in groups[kinds:]), reverse=True)
    return category, kind + rest[:kickers]
