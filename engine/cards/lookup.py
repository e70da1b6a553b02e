"""The tables behind `ranking`: sums of card keys on one side, values of hands on the other.

A key has thirteen rank digits of three bits, a bit for the joker, and four suit counters of four
bits; the joker counts in every suit. Tables fill themselves on demand, so importing costs nothing.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement
from typing import TypeVar

from engine.cards.cards import ACE, JOKER, lowest_rank
from engine.cards.values import NO_LOW, Category, of_a_kind, order_of, pack

Found = TypeVar("Found")

DIGIT = 3
JOKER_BIT = 1 << 13 * DIGIT
RANK_PART = 2 * JOKER_BIT - 1
SUITS_AT = 13 * DIGIT + 1


def in_every_suit(number: int) -> int:
    """A key with this number in each suit counter."""
    return sum(number << SUITS_AT + 4 * suit for suit in range(4))


# Added to a key, these raise the top bit of a suit's counter at two, three and five cards.
TWO_SUITED, THREE_SUITED, FIVE_SUITED = (in_every_suit(8 - cards) for cards in (2, 3, 5))
SUITED = in_every_suit(8)


def card_key(card: int) -> int:
    """What a card adds to the key of a hand."""
    if card == JOKER:
        return JOKER_BIT + in_every_suit(1)
    return (1 << DIGIT * (card >> 2)) + (1 << SUITS_AT + 4 * (card & 3))


KEYS: list[int] = [card_key(card) for card in range(53)]
KEYS.append(None)  # type: ignore[arg-type]  # so that an unseen card (-1) raises, never ranks

# Within one suit a card is a bit, a card of another suit nothing, the joker a bit of its own.
# The suit is found by the raised top bit of its counter.
WILD = 1 << 13
SUIT_BITS = {
    8 << SUITS_AT + 4 * suit: [
        *(1 << (card >> 2) if card & 3 == suit else 0 for card in range(52)),
        WILD,
    ]
    for suit in range(4)
}


# Two and five natural cards have shorter keys, which Python adds up faster. Their ranks are the
# smallest numbers, found one after the other, of which any seven with at most four alike have a
# sum of their own; their suits the smallest of which five alike in seven show in the sum.
SHORT_RANKS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
SHORT_SUITS = (0, 1, 25, 32)
SHORT_SUIT_BITS = 8
SHORT_SUIT_PART = (1 << SHORT_SUIT_BITS) - 1
SHORT_KEYS: list[int] = [
    (SHORT_RANKS[card >> 2] << SHORT_SUIT_BITS) + SHORT_SUITS[card & 3] for card in range(52)
]
SHORT_KEYS.append(None)  # type: ignore[arg-type]  # a joker (52) or an unseen card (-1) has none


def _short_flushes() -> list[list[int] | None]:
    """By the suit part of a short key, the bits of the suit that seven cards have five of."""
    found: list[list[int] | None] = [None] * (SHORT_SUIT_PART + 1)
    for suit, bits in enumerate(SUIT_BITS.values()):
        for others in combinations_with_replacement(SHORT_SUITS, 2):
            found[5 * SHORT_SUITS[suit] + sum(others)] = bits
    return found


SHORT_FLUSHES = _short_flushes()


class Table(dict[int, Found]):
    """A dictionary that works out what it lacks, and keeps equal findings once."""

    def __init__(self, work_out: Callable[[int], Found]) -> None:
        super().__init__()
        self._work_out = work_out
        self._kept: dict[Found, Found] = {}

    def __missing__(self, key: int) -> Found:
        found = self._work_out(key)
        found = self[key] = self._kept.setdefault(found, found)
        return found


def _count(key: int, rank: int) -> int:
    return key >> DIGIT * rank & 7


def _straights(deck_size: int, ace_low: bool) -> list[tuple[int, int]]:
    """Rank bits and top face of each straight, best first; the ace may go below the lowest four."""
    lowest = lowest_rank(deck_size)
    runs = [(0b11111 << low, low + 6) for low in range(8, lowest - 1, -1)]
    return runs + [(0b1111 << lowest | 1 << ACE, lowest + 5)] * ace_low


class Order:
    """The values of high hands in one deck, by rank keys and by the bits of one suit."""

    def __init__(self, deck_size: int, ace_low: bool) -> None:
        self._ranks = range(lowest_rank(deck_size), 13)
        self._straights = _straights(deck_size, ace_low)
        self._place = {kind: place for place, kind in enumerate(order_of(deck_size))}
        self.lowest_flush = pack(self._place[Category.FLUSH], ())
        self.mixed: Table[int] = Table(self._of_ranks)
        self.suited: Table[int] = Table(self._of_suit)

    def _of_ranks(self, key: int) -> int:
        """The best hand by ranks alone; the joker may be a fifth of a kind (readings, 3.4)."""
        if key & JOKER_BIT:
            natural = key - JOKER_BIT
            return max(self.mixed[natural + (1 << DIGIT * rank)] for rank in self._ranks)
        category, faces = of_a_kind([0, 0, *(_count(key, rank) for rank in range(13))])
        value = pack(self._place[category], faces)
        top = self._straight_top(sum(1 << rank for rank in range(13) if _count(key, rank)))
        return max(value, pack(self._place[Category.STRAIGHT], (top,))) if top else value

    def _of_suit(self, bits: int) -> int:
        """The best flush of one suit; the joker fills a straight or is the highest not held."""
        if bits & WILD:
            missing = (1 << rank for rank in self._ranks if not bits >> rank & 1)
            return max(self.suited[bits - WILD + bit] for bit in missing)
        top = self._straight_top(bits)
        if top:
            category = Category.ROYAL_FLUSH if top == ACE + 2 else Category.STRAIGHT_FLUSH
            return pack(self._place[category], (top,))
        faces = [rank + 2 for rank in range(12, -1, -1) if bits >> rank & 1]
        return pack(self._place[Category.FLUSH], faces[:5])

    def _straight_top(self, bits: int) -> int:
        return next((top for run, top in self._straights if bits & run == run), 0)


class LowOrder:
    """The values of low hands in one deck: straights and flushes ignored (canberra:3.6)."""

    def __init__(self, deck_size: int, ace_low: bool, eight_or_better: bool) -> None:
        self._ranks = range(lowest_rank(deck_size), 13)
        self._face = [*range(2, 14), 1 if ace_low else 14]
        self._worst = 8 if eight_or_better else 14
        self._place = {kind: place for place, kind in enumerate(order_of(52))}
        self.mixed: Table[int] = Table(self._of_ranks)

    def _of_ranks(self, key: int) -> int:
        if key & JOKER_BIT:
            natural = key - JOKER_BIT
            able = (rank for rank in self._ranks if _count(key, rank) < 4)
            return max(self.mixed[natural + (1 << DIGIT * rank)] for rank in able)
        faces = [self._face[rank] for rank in range(13) for _ in range(_count(key, rank))]
        return max(self._value(five) for five in combinations(faces, min(5, len(faces))))

    def _value(self, five: tuple[int, ...]) -> int:
        category, faces = of_a_kind([five.count(face) for face in range(15)])
        if self._worst == 8 and (category is not Category.ODD_CARDS or faces[0] > 8):
            return NO_LOW
        return -pack(self._place[category], faces)


def sums(taken: int) -> Table[tuple[int, ...]]:
    """A table from the rank key of some cards to the distinct keys of `taken` of them."""
    return Table(lambda key: tuple({sum(some) for some in combinations(_single_keys(key), taken)}))


def _single_keys(key: int) -> Iterator[int]:
    for rank in range(13):
        yield from (1 << DIGIT * rank for _ in range(_count(key, rank)))
    if key & JOKER_BIT:
        yield JOKER_BIT
