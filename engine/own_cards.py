"""Cards of their own still to come, in stud and draw: every deal counted, most of them at once.

The cards of all players but one are dealt in every way there is. The last player's sets of cards
stand in the order of what they make, and a number with a bit for each set tells which of them hold
a card: so a few counts of bits say how many sets lose to, tie with and beat each of these deals.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from engine.boards import Tally
from engine.ranking import Cards, Evaluator
from engine.values import NO_LOW

Worth = tuple[int, int]  # as a high and as a low hand; what the game does not ask for is 0
Worths = dict[Cards, Worth]
AT_ONCE = 1000  # so many sets cost about as much to count as a deal to make


class Best(NamedTuple):
    """The best of some hands, and a bit for each player who holds it."""

    value: int
    who: int


def work(stub: int, missing: Sequence[int]) -> int:
    """How much there is to count: deals made one by one, and the more the more sets they meet."""
    *others, most = sorted(missing)
    deals = 1
    for number in others:
        deals, stub = deals * comb(stub, number), stub - number
    return deals * (1 + comb(stub, most) // AT_ONCE)


def count(ranking: Evaluator, hands: Sequence[Cards], stub: Cards, missing: Sequence[int]) -> Tally:
    """How many deals make each set of winners: a bit per high winner, then per low winner."""
    *others, last = sorted(range(len(hands)), key=missing.__getitem__)
    worth = _worth(ranking)
    rest = _Rest(1 << last, _worths(worth, hands[last], stub, missing[last]), stub)
    dealing = _Dealing(
        [(1 << at, _worths(worth, hands[at], stub, missing[at]), missing[at]) for at in others],
        rest,
        ranking.wins,
    )
    return dealing.count(stub, len(hands))


def _worth(ranking: Evaluator) -> Callable[[Cards], Worth]:
    wins, high, low = ranking.wins, ranking.high, ranking.low

    def worth(cards: Cards) -> Worth:
        found = low(cards, ()) if wins != "high" else 0
        return high(cards, ()) if wins != "low" else 0, NO_LOW if found is None else found

    return worth


def _worths(worth: Callable[[Cards], Worth], hole: Cards, stub: Cards, number: int) -> Worths:
    return {some: worth((*hole, *some)) for some in combinations(stub, number)}


class _Rest:
    """Every set of cards that the last player may get, the worst high hand first."""

    def __init__(self, who: int, worths: Worths, stub: Cards) -> None:
        order = sorted(worths, key=lambda some: worths[some][0])
        self.who, self.all = who, (1 << len(order)) - 1
        self._highs = [worths[some][0] for some in order]
        self._lows = sorted({low for _, low in worths.values()})
        self.holding = _bits(((card, at) for at, some in enumerate(order) for card in some), order)
        lows = _bits(((worths[some][1], at) for at, some in enumerate(order)), order)
        self._with_low = [lows[low] for low in self._lows]
        self._below_low = list(_running([0, *self._with_low]))
        for card in stub:
            self.holding.setdefault(card, 0)

    def highs(self, free: int, best: int) -> tuple[int, int, int]:
        """The free sets that are worse than this high hand, as good, and better."""
        first, after = bisect_left(self._highs, best), bisect_right(self._highs, best)
        upto = free & ((1 << after) - 1)
        worse = upto & ((1 << first) - 1)
        return worse, upto ^ worse, free ^ upto

    def lows(self, free: int, best: int) -> tuple[int, int, int]:
        """The free sets that are worse than this low hand, as good, and better."""
        at = bisect_left(self._lows, best)
        worse = free & self._below_low[at]
        is_made = at < len(self._lows) and self._lows[at] == best
        equal = free & self._with_low[at] if is_made else 0
        return worse, equal, free ^ worse ^ equal


def _bits(pairs: Iterable[tuple[int, int]], order: Sequence[Cards]) -> dict[int, int]:
    """For each thing that is named with places in the order, a number with these bits."""
    size = len(order) // 8 + 1
    bits: dict[int, bytearray] = defaultdict(lambda: bytearray(size))
    for thing, at in pairs:
        bits[thing][at >> 3] |= 1 << (at & 7)
    return {thing: int.from_bytes(each, "little") for thing, each in bits.items()}


def _running(numbers: Iterable[int]) -> Iterator[int]:
    """Each time all bits so far."""
    so_far = 0
    for number in numbers:
        so_far |= number
        yield so_far


class _Dealing:
    """The others' cards dealt in every way, and what the last player's make of each."""

    def __init__(self, others: list[tuple[int, Worths, int]], rest: _Rest, wins: str) -> None:
        self._others, self._rest, self._wins = others, rest, wins
        self._tally: Tally = defaultdict(int)

    def count(self, stub: Cards, players: int) -> Tally:
        settle = {"high": self._settle_high, "low": self._settle_low}.get(
            self._wins, self._settle_both
        )
        nobody = Best(NO_LOW, 0)
        for high, low, taken in self._deals(0, stub, (nobody, nobody, 0)):
            settle(self._rest.all & ~taken, high, low, players)
        return {who: deals for who, deals in self._tally.items() if deals}

    def _deals(
        self, at: int, stub: Cards, so_far: tuple[Best, Best, int]
    ) -> Iterator[tuple[Best, Best, int]]:
        """The best high and low hand of the others, and the sets that are not free any more."""
        if at == len(self._others):
            yield so_far
            return
        who, worths, number = self._others[at]
        best_high, best_low, taken = so_far
        holding = self._rest.holding
        for some in combinations(stub, number):
            high, low = worths[some]
            gone = taken
            for card in some:
                gone |= holding[card]
            better = _better(best_high, high, who), _better(best_low, low, who), gone
            if at + 1 == len(self._others):
                yield better
                continue
            yield from self._deals(at + 1, [card for card in stub if card not in some], better)

    def _settle_high(self, free: int, high: Best, low: Best, players: int) -> None:
        for who, sets in _sides(self._rest.highs(free, high.value), high, self._rest.who):
            self._tally[who] += sets.bit_count()

    def _settle_low(self, free: int, high: Best, low: Best, players: int) -> None:
        for who, sets in _sides(self._rest.lows(free, low.value), low, self._rest.who):
            self._tally[who << players] += sets.bit_count()

    def _settle_both(self, free: int, high: Best, low: Best, players: int) -> None:
        rest = self._rest
        for highs, sets in _sides(rest.highs(free, high.value), high, rest.who):
            if not sets:
                continue
            for lows, both in _sides(rest.lows(sets, low.value), low, rest.who):
                self._tally[highs | lows << players] += both.bit_count()


def _better(best: Best, value: int, who: int) -> Best:
    """The best with one more hand; nobody holds what is no low hand."""
    if value > best.value:
        return Best(value, who)
    if value == best.value > NO_LOW:
        return Best(value, best.who | who)
    return best


def _sides(parts: tuple[int, int, int], best: Best, who: int) -> Iterator[tuple[int, int]]:
    """The winners with each part of the last player's sets: worse, as good, better."""
    worse, equal, better = parts
    yield best.who, worse
    yield best.who | (who if best.value > NO_LOW else 0), equal
    yield who, better
