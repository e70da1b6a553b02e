"""Cards of their own still to come, in stud and draw: every deal counted, most of them at once.

Without a flush only ranks matter, so the hundred thousand sets of four cards that a player may get
are two thousand sets of ranks, each with its ways. Sets that make a flush are told by their cards:
once for what they are worth, and once less for what their ranks alone were counted as.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

from engine.cards.avoiding import CARD_WIDTH, Counts, Worth, avoiding, ways_to_take
from engine.cards.boards import Tally, rank_key, spread
from engine.cards.cards import JOKER
from engine.cards.lookup import DIGIT, SUIT_BITS
from engine.cards.ranking import Cards, Evaluator
from engine.cards.values import NO_LOW


class Best(NamedTuple):
    """The best of some hands, and a bit for each player who holds it."""

    value: int
    who: int


class Dealt(NamedTuple):
    """What matters of the cards some players got: which are gone, and who is ahead."""

    gone: int  # cards as bits, or ranks as digits
    main: Best
    side: Best  # the low hands where the pot is split


class Flush(NamedTuple):
    """A set of cards that makes a flush: cards as bits, ranks, worth with and without it."""

    cards: int
    ranks: int
    worth: Worth
    plain: Worth


Deals = dict[Dealt, int]
NOBODY = Best(NO_LOW, 0)
SPLIT_COSTS = 8  # two orders of hands at once take so much longer than one


def work(ranking: Evaluator, hands: Sequence[Cards], stub: Cards, missing: Sequence[int]) -> int:
    """How much there is to count, in look-ups: some three million a second."""
    ways = [
        len(spread(stub, number)) + 2 * _number_of_flushes(ranking, hole, stub, number)
        for hole, number in zip(hands, missing, strict=True)
    ]
    *others, (most, _) = sorted(zip(missing, ways, strict=True))
    taken = sum(number for number, _ in others)
    parts = sum(comb(taken, number) for number in range(most + 1))
    cost = SPLIT_COSTS if ranking.wins.startswith("split") else 1
    return prod(number for _, number in others) * parts * cost


def count(ranking: Evaluator, hands: Sequence[Cards], stub: Cards, missing: Sequence[int]) -> Tally:
    """How many deals make each set of winners: a bit per high winner, then per low winner."""
    if JOKER not in stub:
        return _Dealing(ranking, hands, stub, missing).count()
    natural = [card for card in stub if card != JOKER]
    tally: Counter[int] = Counter()
    if sum(missing) <= len(natural):
        tally.update(count(ranking, hands, natural, missing))
    for at, number in enumerate(missing):
        if number:
            wild = [(*hole, JOKER) if at == owner else hole for owner, hole in enumerate(hands)]
            fewer = [left - (at == owner) for owner, left in enumerate(missing)]
            tally.update(count(ranking, wild, natural, fewer))
    return tally


def _suits(hole: Cards, stub: Cards, number: int) -> Iterator[tuple[list[int], list[int], range]]:
    """For each suit its cards, the others, and how many of it make a flush with the hand."""
    for bits in SUIT_BITS.values():
        suited = [card for card in stub if bits[card]]
        needed = max(5 - sum(1 for card in hole if bits[card]), 0)
        yield suited, [card for card in stub if not bits[card]], range(needed, number + 1)


def _number_of_flushes(ranking: Evaluator, hole: Cards, stub: Cards, number: int) -> int:
    if ranking.wins == "low":
        return 0
    return sum(
        comb(len(suited), some) * comb(len(others), number - some)
        for suited, others, numbers in _suits(hole, stub, number)
        for some in numbers
    )


class _Player:
    """Every set of cards that one player may get, by ranks, and those that make a flush."""

    def __init__(
        self, ranking: Evaluator, hole: Cards, stub: Cards, place: tuple[int, int]
    ) -> None:
        at, self.number = place
        self.who = 1 << at
        self._ranking, self._hole, self._own = ranking, hole, rank_key(hole)
        self.sets = {key: self._plain(key) for key in spread(stub, self.number)}
        self.flushes = [] if ranking.wins == "low" else list(self._flushes(stub))

    def _plain(self, key: int) -> Worth:
        """What ranks alone are worth."""
        high, low = self._ranking.order.mixed, self._ranking.low_order.mixed
        if self._ranking.wins == "low":
            return low[self._own + key], 0
        return high[self._own + key], 0 if self._ranking.wins == "high" else low[self._own + key]

    def _flushes(self, stub: Cards) -> Iterator[Flush]:
        for some in self._suited_sets(stub):
            ranks = rank_key(some)
            plain = self.sets[ranks]
            value = self._ranking.high((*self._hole, *some), ())
            if value != plain[0]:
                yield Flush(sum([1 << card for card in some]), ranks, (value, plain[1]), plain)

    def _suited_sets(self, stub: Cards) -> Iterator[tuple[int, ...]]:
        for suited, others, numbers in _suits(self._hole, stub, self.number):
            for number in numbers:
                for some in combinations(suited, number):
                    for rest in combinations(others, self.number - number):
                        yield some + rest

    def joins(self, dealt: Dealt, gone: int, worth: Worth) -> Dealt:
        """The same with this player's cards."""
        return Dealt(
            gone, _better(dealt.main, worth[0], self.who), _better(dealt.side, worth[1], self.who)
        )


def _better(best: Best, value: int, who: int) -> Best:
    """The best with one more hand; nobody holds what is no low hand."""
    if value > best.value:
        return Best(value, who)
    if value == best.value > NO_LOW:
        return Best(value, best.who | who)
    return best


class _Dealing:
    """The cards of all players dealt in every way, the last one's counted at once."""

    def __init__(
        self, ranking: Evaluator, hands: Sequence[Cards], stub: Cards, missing: Sequence[int]
    ) -> None:
        players = [_Player(ranking, hole, stub, (at, missing[at])) for at, hole in enumerate(hands)]
        self._players = sorted(players, key=lambda player: player.number)
        self._is_split = ranking.wins.startswith("split")
        self._shift = len(hands) if ranking.wins == "low" else 0
        self._stub = rank_key(stub)
        self._by_ranks: dict[int, Counts] = {}
        self._tally: Tally = defaultdict(int)

    def count(self) -> Tally:
        """Everybody by ranks, and with each choice of players their flushes besides."""
        holders = [player for player in self._players if player.flushes]
        for number in range(len(holders) + 1):
            for some in combinations(holders, number):
                self._count_with_flushes(some)
        return {who: deals for who, deals in self._tally.items() if deals}

    def _count_with_flushes(self, holders: tuple[_Player, ...]) -> None:
        others = [player for player in self._players if player not in holders]
        deals: Deals = {Dealt(0, NOBODY, NOBODY): 1}
        for player in holders if others else holders[:-1]:
            deals = _deal_flushes(deals, player)
        if not others:
            self._settle(deals, holders[-1], _avoiding_cards(holders[-1], self._is_split))
            return
        deals = _by_ranks(deals)
        for player in others[:-1]:
            deals = self._deal_ranks(deals, player)
        self._settle(deals, others[-1], self._avoiding_ranks(others[-1]))

    def _deal_ranks(self, deals: Deals, player: _Player) -> Deals:
        found: Deals = defaultdict(int)
        for dealt, times in deals.items():
            left = self._stub - dealt.gone
            for key, worth in player.sets.items():
                if ways := ways_to_take(key, left):
                    found[player.joins(dealt, dealt.gone + key, worth)] += times * ways
        return found

    def _avoiding_ranks(self, player: _Player) -> Counts:
        if player.who not in self._by_ranks:
            sets = ((key, worth, 1) for key, worth in player.sets.items())
            self._by_ranks[player.who] = avoiding(
                sets, left=self._stub, width=DIGIT, is_split=self._is_split
            )
        return self._by_ranks[player.who]

    def _settle(self, deals: Deals, last: _Player, sets: Counts) -> None:
        """Hold the best of the others against every set of the last player's."""
        for (gone, main, side), times in deals.items():
            cells = sets.cells(gone, (main.value, side.value))
            for who, number in zip(self._winners(main, side, last.who), cells, strict=True):
                self._tally[who] += times * number

    def _winners(self, main: Best, side: Best, who: int) -> list[int]:
        """Who wins when the last player's hand is worse, as good, better; both ways if split."""
        mains = [won << self._shift for won in _sides(main, who)]
        if not self._is_split:
            return mains
        lows = [won << len(self._players) for won in _sides(side, who)]
        return [high | low for high in mains for low in lows]


def _deal_flushes(deals: Deals, player: _Player) -> Deals:
    found: Deals = defaultdict(int)
    for dealt, times in deals.items():
        for flush in player.flushes:
            if not dealt.gone & flush.cards:
                gone = dealt.gone | flush.cards
                found[player.joins(dealt, gone, flush.worth)] += times
                found[player.joins(dealt, gone, flush.plain)] -= times
    return found


def _by_ranks(deals: Deals) -> Deals:
    """The same with ranks instead of cards gone."""
    found: Deals = defaultdict(int)
    for (cards, main, side), times in deals.items():
        found[Dealt(_ranks_of(cards), main, side)] += times
    return found


def _ranks_of(cards: int) -> int:
    ranks, shift = 0, 0
    while cards:
        ranks += (cards & 15).bit_count() << shift
        cards, shift = cards >> 4, shift + DIGIT
    return ranks


def _avoiding_cards(player: _Player, is_split: bool) -> Counts:
    signed = (
        (flush.cards, worth, sign)
        for flush in player.flushes
        for worth, sign in ((flush.worth, 1), (flush.plain, -1))
    )
    return avoiding(signed, left=(1 << 52) - 1, width=CARD_WIDTH, is_split=is_split)


def _sides(best: Best, who: int) -> tuple[int, int, int]:
    """The winners when one more hand is worse, as good, and better."""
    return best.who, best.who | (who if best.value > NO_LOW else 0), who
