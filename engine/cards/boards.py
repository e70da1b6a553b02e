"""Boards still to come, counted in groups that are worth the same to every player.

Without a flush only ranks matter, so the 1.7 million boards of a hold'em pre-flop are some six
thousand sets of ranks, each with a number of ways. Boards that give somebody a flush are taken out
of these sets and counted by their suited cards and the ranks of the others.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb

from engine.cards.cards import JOKER
from engine.cards.lookup import DIGIT, KEYS, RANK_PART, SUIT_BITS
from engine.cards.ranking import EXACTLY_TWO, PAIRS, TRIPLES, Cards, Evaluator
from engine.cards.values import NO_LOW

Tally = dict[int, int]
Ways = dict[int, int]
Rows = list[tuple[int, int]]
Rivals = list[tuple[int, dict[int, int]]]
_SUITS = tuple(SUIT_BITS.values())


def rank_key(cards: Cards) -> int:
    """The rank part of the cards' key."""
    return sum([KEYS[card] for card in cards]) & RANK_PART


def _bit_key(bit: int) -> int:
    return 1 << DIGIT * (bit.bit_length() - 1)


def spread(stub: Cards, number: int, shown: int = 0) -> Ways:
    """The rank keys of every `number` of these cards and what is shown, and their ways to come."""
    ways: list[Ways] = [{shown: 1}, *({} for _ in range(number))]
    for rank, held in Counter(card >> 2 for card in stub).items():
        grown = [dict(table) for table in ways]
        for taken in range(1, min(held, number) + 1):
            step, choices = taken << DIGIT * rank, comb(held, taken)
            for have in range(number - taken + 1):
                grown[have + taken].update(
                    {key + step: n * choices for key, n in ways[have].items()}
                )
        ways = grown
    return ways[number]


class Player:
    """What one player's hole cards are worth with each group of boards."""

    def __init__(self, ranking: Evaluator, hole: Cards) -> None:
        self._ranking = ranking
        self._own = rank_key(hole)
        self._takes_two = ranking.game in EXACTLY_TWO
        self.suits = [[bits[card] for card in hole if bits[card]] for bits in _SUITS]

    def plain(self, boards: Iterable[int], *, low: bool = False) -> dict[int, int]:
        """The value by ranks alone with each of these boards."""
        mixed = self._ranking.low_order.mixed if low else self._ranking.order.mixed
        own = self._own
        if not self._takes_two:
            return {key: mixed[own + key] for key in boards}
        twos = PAIRS[own]
        return {
            key: max([mixed[two + three] for two in twos for three in TRIPLES[key]])
            for key in boards
        }

    def needs(self, suit: int) -> int:
        """How many cards of a suit must be on the board to give a flush; six if none can."""
        held = len(self.suits[suit])
        if self._takes_two:
            return 3 if held >= 2 else 6
        return 5 - held

    def flushes(self, suit: int, boards: Iterable[int]) -> list[int]:
        """The value of the flush with each of these suited boards, given by their bits."""
        suited = self._ranking.order.suited
        if not self._takes_two:
            own = sum(self.suits[suit])
            return [suited[own + board] for board in boards]
        twos = [sum(two) for two in combinations(self.suits[suit], 2)]
        return [
            max([suited[two + sum(three)] for two in twos for three in _threes(board)])
            for board in boards
        ]


def _threes(bits: int) -> Iterator[tuple[int, ...]]:
    return combinations([1 << rank for rank in range(13) if bits >> rank & 1], 3)


def winners(values: Sequence[int]) -> int:
    """A bit for each who holds the best of these values; no bit where nobody has a low hand."""
    best = max(values)
    return sum([1 << at for at, value in enumerate(values) if value == best > NO_LOW])


def _best_rows(columns: Sequence[Iterable[int]], bits: Sequence[int]) -> Rows:
    """Row by row, the best value of all columns and the bits of the columns that hold it."""
    if len(columns) != 2:
        return [_best_row(row, bits) for row in zip(*columns, strict=True)]
    (one, other), both = bits, sum(bits)  # heads-up, written out because it is asked for most
    return [
        (a, one) if a > b else (b, other) if b > a else (a, both)
        for a, b in zip(*columns, strict=True)
    ]


def _best_row(row: Sequence[int], bits: Sequence[int]) -> tuple[int, int]:
    best = max(row)
    return best, sum([bit for bit, value in zip(bits, row, strict=True) if value == best])


class Boards:
    """All ways to complete a board that has no joker on it or to come, and who wins with each."""

    def __init__(
        self, ranking: Evaluator, hands: Sequence[Cards], board: Cards, stub: Cards
    ) -> None:
        self._ranking = ranking
        self._players = [Player(ranking, hole) for hole in hands]
        self._board, self._stub, self._to_come = board, stub, 5 - len(board)
        self._shown = rank_key(board)
        self._ways = spread(stub, self._to_come, self._shown)
        self._plains = [player.plain(self._ways) for player in self._players]
        self._strong = [self._as_good_as_a_flush(plain) for plain in self._plains]
        self._lows = {} if ranking.wins == "high" else self._low_winners()
        self._plain_winners = self._winners_by_ranks()
        self._tally: Tally = defaultdict(int)
        # Five suited cards of seven leave no room for four of a kind or a full house, unless wild.
        self._flush_decides = ranking.game == "holdem" and not any(JOKER in hole for hole in hands)

    def count(self) -> Tally:
        """How many boards make each set of winners: a bit per high winner, then per low winner."""
        tally = self._tally
        for who, ways in zip(self._plain_winners.values(), self._ways.values(), strict=True):
            tally[who] += ways
        for suit, times in self._suits():
            self._count_flushes(suit, times)
        return {who: boards for who, boards in tally.items() if boards}

    def _winners_by_ranks(self) -> dict[int, int]:
        bits = [1 << at for at in range(len(self._plains))]
        rows = _best_rows([plain.values() for plain in self._plains], bits)
        highs = dict(zip(self._ways, [who for _, who in rows], strict=True))
        return {key: highs[key] | low for key, low in self._lows.items()} or highs

    def _as_good_as_a_flush(self, plain: dict[int, int]) -> list[int]:
        flush = self._ranking.order.lowest_flush
        return [board for board, value in plain.items() if value >= flush]

    def _low_winners(self) -> dict[int, int]:
        lows = [player.plain(self._ways, low=True) for player in self._players]
        return {key: winners([low[key] for low in lows]) << len(lows) for key in self._ways}

    def _suits(self) -> Iterator[tuple[int, int]]:
        """One of each suits that are alike to every player, and how many there are of them."""
        alike: dict[object, list[int]] = {}
        for suit, bits in enumerate(_SUITS):
            own = [tuple(player.suits[suit]) for player in self._players]
            sides = [tuple(filter(None, map(bits.__getitem__, some))) for some in self._on_table()]
            alike.setdefault((*own, *sides), []).append(suit)
        return ((suits[0], len(suits)) for suits in alike.values())

    def _on_table(self) -> tuple[Cards, Cards]:
        return self._board, self._stub

    def _count_flushes(self, suit: int, times: int) -> None:
        """Count the boards with a flush of one suit, and take them out of the plain ones."""
        bits = _SUITS[suit]
        shown = [bits[card] for card in self._board if bits[card]]
        suited = [bits[card] for card in self._stub if bits[card]]
        others = [card for card in self._stub if not bits[card]]
        needed = min(player.needs(suit) for player in self._players) - len(shown)
        for number in range(max(needed, 0), self._to_come + 1):
            rest = spread(others, self._to_come - number, self._shown)
            boards = [sum(some) for some in combinations(suited, number)]
            keys = [sum(some) for some in combinations(map(_bit_key, suited), number)]
            holders = self._holders(suit, len(shown) + number)
            flushes = [
                self._players[at].flushes(suit, [sum(shown) + board for board in boards])
                for at in holders
            ]
            best = _best_rows(flushes, [1 << at for at in holders])
            self._count_suited(
                keys, best, self._rivals(holders), {key: times * ways for key, ways in rest.items()}
            )

    def _holders(self, suit: int, on_board: int) -> list[int]:
        return [at for at, player in enumerate(self._players) if player.needs(suit) <= on_board]

    def _count_suited(self, keys: list[int], best: Rows, rivals: Rivals, rest: Ways) -> None:
        """Each set of suited cards, with its best flush and who holds it, with each other ranks.

        What ranks alone made of these boards is taken back.
        """
        flushes, usual = dict(zip(keys, best, strict=True)), Counter(who for _, who in best)
        strong = {board for bit, _ in rivals for board in self._strong[bit.bit_length() - 1]}
        for others, ways in rest.items():
            boards = [key + others for key in keys]
            self._add(Counter(map(self._plain_winners.__getitem__, boards)), -ways)
            if self._lows:
                self._count_each({board: flushes[board - others] for board in boards}, rivals, ways)
                continue
            self._add(usual, ways)
            doubtful = {board: flushes[board - others] for board in strong.intersection(boards)}
            self._add(Counter(who for _, who in doubtful.values()), -ways)
            self._count_each(doubtful, rivals, ways)

    def _add(self, winners: Mapping[int, int], ways: int) -> None:
        for who, times in winners.items():
            self._tally[who] += times * ways

    def _count_each(self, boards: dict[int, tuple[int, int]], rivals: Rivals, ways: int) -> None:
        """Boards on which ranks alone may beat the best flush."""
        tally, lows = self._tally, self._lows
        for board, (value, who) in boards.items():
            for bit, plain in rivals:
                rival = plain[board]
                if rival >= value:
                    value, who = rival, bit if rival > value else who | bit
            tally[lows.get(board, 0) | who] += ways

    def _rivals(self, holders: list[int]) -> Rivals:
        """The players whose ranks may still beat the flushes."""
        return [
            (1 << at, plain)
            for at, plain in enumerate(self._plains)
            if not (at in holders and self._flush_decides)
        ]
