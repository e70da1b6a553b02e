"""How many sets of cards avoid what others hold, by what the sets are worth.

A set of cards is a number: a digit for each rank, or a bit for each card. The sets that avoid some
cards are all sets, less those with one of them, more those with two: for each part of what is gone,
the sets that hold it lie ready in the order of their worth, added up.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from math import comb
from typing import Generic, NamedTuple, TypeVar

from engine.cards.lookup import DIGIT

Worth = tuple[int, int]  # the value that decides, and the low one where the pot is split
Weights = dict[Worth, int]
Bands = tuple[int, int, int]  # worse, worse or as good, all
CARD_WIDTH = 1
ABOVE_ALL = 1 << 60
_CHOICES = [[comb(have, take) for take in range(8)] for have in range(8)]


Order = TypeVar("Order")


class Kind(NamedTuple, Generic[Order]):
    """How weights are kept in order, and how what is kept is added up."""

    order: Callable[[Weights], Order]
    cells: Callable[[list[tuple[int, Order]], Worth], list[int]]


def ways_to_take(ranks: int, left: int) -> int:
    """In how many ways cards of these ranks can be taken from what is left of each."""
    ways = 1
    while ranks:
        if ranks & 7:
            ways *= _CHOICES[left & 7][ranks & 7]
        ranks, left = ranks >> DIGIT, left >> DIGIT
    return ways


class Avoiding(Generic[Order]):
    """Sets of cards, weighed, that can be counted without those that hold given cards."""

    def __init__(self, weights: dict[int, Weights], width: int, kind: "Kind[Order]") -> None:
        """`weights` has the sets that hold each part, `width` the bits for a rank or a card."""
        self._width, self._sum = width, kind.cells
        self._most = max(_size(part, width) for part in weights)
        self._orders = {part: kind.order(found) for part, found in weights.items()}
        self._signed: dict[int, list[tuple[int, Order]]] = {}

    def cells(self, gone: int, worth: Worth) -> list[int]:
        """The sets that avoid what is gone: worse than this, as good, better; nine if split."""
        if gone not in self._signed:
            self._signed[gone] = [
                (sign, self._orders[part])
                for part, sign in _signed_parts(_digits(gone, self._width), self._most)
                if part in self._orders
            ]
        return self._sum(self._signed[gone], worth)


Counts = Avoiding["_Line"] | Avoiding["_Plane"]


def avoiding(
    sets: Iterable[tuple[int, Worth, int]], *, left: int, width: int, is_split: bool
) -> Counts:
    """These sets with their weights; `left` is what the deck has of each rank or card."""
    weights: dict[int, Weights] = defaultdict(lambda: defaultdict(int))
    for key, worth, times in sets:
        for part, ways in _parts(_digits(key, width), left, width):
            weights[part][worth] += times * ways
    if is_split:
        return Avoiding(weights, width, Kind(_Plane, _cells_of_planes))
    return Avoiding(weights, width, Kind(_Line, _cells_of_lines))


def _digits(key: int, width: int) -> list[tuple[int, int]]:
    """The places of a number that are not empty, and what stands there."""
    found, mask = [], (1 << width) - 1
    while key:
        place = ((key & -key).bit_length() - 1) // width * width
        held = key >> place & mask
        found.append((place, held))
        key -= held << place
    return found


def _size(key: int, width: int) -> int:
    return sum(held for _, held in _digits(key, width))


def _parts(digits: list[tuple[int, int]], left: int, width: int) -> Iterable[tuple[int, int]]:
    """Each part of a set, and in how many ways the rest of the set comes from what is left then."""
    found, mask = [(0, 1)], (1 << width) - 1
    for place, held in digits:
        have = left >> place & mask
        found = [
            (part + (taken << place), ways * _CHOICES[have - taken][held - taken])
            for part, ways in found
            for taken in range(held + 1)
        ]
    return found


def _signed_parts(digits: list[tuple[int, int]], most: int) -> Iterator[tuple[int, int]]:
    """Each part of what is gone, of at most so many cards, and how often it counts, for or less."""
    found = [(0, 0, 1)]
    for place, held in digits:
        found = [
            (part + (taken << place), size + taken, sign * (-1) ** taken * _CHOICES[held][taken])
            for part, size, sign in found
            for taken in range(min(held, most - size) + 1)
        ]
    return ((part, sign) for part, _, sign in found)


class _Line:
    """Weights in the order of one value."""

    __slots__ = ("sums", "values")

    def __init__(self, weights: Weights) -> None:
        by_value: dict[int, int] = defaultdict(int)
        for (value, _), weight in weights.items():
            by_value[value] += weight
        self.values = [*sorted(by_value), ABOVE_ALL]
        self.sums = [0, *accumulate([by_value[value] for value in self.values[:-1]])]

    def bands(self, value: int) -> Bands:
        at, sums = bisect_left(self.values, value), self.sums
        return sums[at], sums[at + (self.values[at] == value)], sums[-1]


class _Plane:
    """Weights in the order of two values at once.

    The line of low values at a place adds up as many high values before it as the lowest bit of
    the place says, so that a few lines make the sum of any number of them (a Fenwick tree).
    """

    __slots__ = ("_highs", "_lines")

    def __init__(self, weights: Weights) -> None:
        self._highs = sorted({high for high, _ in weights})
        at = {high: place for place, high in enumerate(self._highs, 1)}
        lines: dict[int, Weights] = defaultdict(lambda: defaultdict(int))
        for (high, low), weight in weights.items():
            place = at[high]
            while place <= len(self._highs):
                lines[place][low, 0] += weight
                place += place & -place
        self._lines = {place: _Line(found) for place, found in lines.items()}

    def bands(self, worth: Worth) -> tuple[Bands, Bands, Bands]:
        """The bands of the low value among the high hands that are worse, not better, any."""
        high, low = worth
        first, after = bisect_left(self._highs, high), bisect_right(self._highs, high)
        worse = self._upto(first, low)
        upto = self._upto(after, low) if after > first else worse
        return worse, upto, self._upto(len(self._highs), low)

    def _upto(self, place: int, low: int) -> Bands:
        worse = upto = everything = 0
        while place:
            a, b, c = self._lines[place].bands(low)
            worse, upto, everything = worse + a, upto + b, everything + c
            place -= place & -place
        return worse, upto, everything


def _cells_of_lines(signed: list[tuple[int, _Line]], worth: Worth) -> list[int]:
    worse = upto = everything = 0
    value = worth[0]
    for sign, line in signed:
        a, b, c = line.bands(value)
        worse, upto, everything = worse + sign * a, upto + sign * b, everything + sign * c
    return _steps((worse, upto, everything))


def _cells_of_planes(signed: list[tuple[int, _Plane]], worth: Worth) -> list[int]:
    found = [[0] * 3 for _ in range(3)]
    for sign, plane in signed:
        for row, bands in zip(found, plane.bands(worth), strict=True):
            for at, number in enumerate(bands):
                row[at] += sign * number
    columns = [_steps(column) for column in zip(*map(_steps, found), strict=True)]
    return [cell for row in zip(*columns, strict=True) for cell in row]


def _steps(bands: Sequence[int]) -> list[int]:
    """What each band adds to the one before."""
    worse, upto, everything = bands
    return [worse, upto - worse, everything - upto]
