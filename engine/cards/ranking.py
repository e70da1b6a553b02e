"""What a hand is worth: one integer, higher is better, for every game, deck and way to win.

A card is a number, a hand is a sum of numbers, and the sum is looked up (`lookup`). What a
game needs is bound once by `evaluator`, so that ranking a hand asks nothing about the game.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations

from engine.cards import hand_names
from engine.cards.lookup import (
    FIVE_SUITED,
    KEYS,
    RANK_PART,
    SHORT_FLUSHES,
    SHORT_KEYS,
    SHORT_SUIT_BITS,
    SHORT_SUIT_PART,
    SUIT_BITS,
    SUITED,
    THREE_SUITED,
    TWO_SUITED,
    LowOrder,
    Order,
    Table,
    sums,
)
from engine.cards.values import NO_LOW, Category, order_of

Cards = Sequence[int]
High = Callable[[Cards, Cards], int]
Low = Callable[[Cards, Cards], int | None]

GAMES = ("holdem", "omaha", "manila", "draw", "stud")
WAYS_TO_WIN = ("high", "low", "split", "split8")
EXACTLY_TWO = ("omaha", "manila")

PAIRS, TRIPLES = sums(2), sums(3)


class Evaluator:
    """The worth of hands in one game with one deck.

    `high(hole, board)` and `low(hole, board)` take cards as numbers, never unseen ones; a higher
    value is the better hand in both, and `low` is None where no hand is low enough. With fewer than
    five cards in all, as when stud players compare what they show, only equal numbers compare.
    """

    __slots__ = ("deck_size", "game", "high", "low", "low_order", "order", "wins")

    def __init__(
        self, game: str, deck_size: int, wins: str, order: Order, low_order: LowOrder
    ) -> None:
        self.game, self.deck_size, self.wins = game, deck_size, wins
        self.order, self.low_order = order, low_order
        self.high: High = _HIGH.get(game, _any_five)(order)
        self.low: Low = _LOW.get(game, _low_any_five)(low_order.mixed)

    def category(self, value: int) -> Category:
        """The kind of hand that a high value stands for."""
        return hand_names.category(value, order_of(self.deck_size))

    def words(self, value: int | None) -> str:
        """A high or a low value as a dealer announces it."""
        if value is None:
            return "No low"
        if value < 0:
            return hand_names.low_words(value)
        return hand_names.high_words(value, order_of(self.deck_size))

    def five(self, hole: Cards, board: Cards) -> tuple[int, ...]:
        """The five cards that make the high hand, the first such five in the order given."""
        return max(self._fives(hole, board), key=lambda five: self.high(five[:2], five[2:]))

    def _fives(self, hole: Cards, board: Cards) -> Iterator[tuple[int, ...]]:
        if self.game not in EXACTLY_TWO:
            yield from combinations((*hole, *board), 5)
            return
        for two in combinations(hole, 2):
            yield from (two + three for three in combinations(board, 3))


def _any_five(ranked: Order) -> High:
    mixed, suited = ranked.mixed, ranked.suited

    def high(hole: Cards, board: Cards) -> int:
        cards = (*hole, *board)
        key = FIVE_SUITED + sum([KEYS[card] for card in cards])
        value = mixed[key & RANK_PART]
        if key & SUITED:
            bits = SUIT_BITS[key & SUITED]
            return max(value, suited[sum([bits[card] for card in cards])])
        return value

    return high


def _two_and_five(ranked: Order) -> High:
    """As `_any_five`, written out for the two and five cards of a finished hold'em hand."""
    suited, general = ranked.suited, _any_five(ranked)
    keys, suits, flushes, width = SHORT_KEYS, SHORT_SUIT_PART, SHORT_FLUSHES, SHORT_SUIT_BITS
    plain: dict[int, int] = {}

    def high(hole: Cards, board: Cards) -> int:
        try:
            a, b = hole
            c, d, e, f, g = board
            key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
            s = flushes[key & suits]
            if s is None:
                return plain[key >> width]
            return suited[s[a] + s[b] + s[c] + s[d] + s[e] + s[f] + s[g]]
        except KeyError:  # these ranks for the first time
            plain[key >> width] = value = general(hole, board)
            return value
        except (ValueError, TypeError):  # another number of cards, or a joker
            return general(hole, board)

    return high


def _two_of_the_hand(ranked: Order) -> High:
    mixed, suited = ranked.mixed, ranked.suited

    def high(hole: Cards, board: Cards) -> int:
        own, common = sum([KEYS[card] for card in hole]), sum([KEYS[card] for card in board])
        threes = TRIPLES[common & RANK_PART]
        value = max([mixed[two + three] for two in PAIRS[own & RANK_PART] for three in threes])
        flush = own + TWO_SUITED & common + THREE_SUITED & SUITED
        if flush:
            in_suit = [bits for suit, bits in SUIT_BITS.items() if flush & suit]  # two with a joker
            return max(value, *[_best_flush(suited, bits, hole, board) for bits in in_suit])
        return value

    return high


def _best_flush(suited: Table[int], bits: list[int], hole: Cards, board: Cards) -> int:
    own, common = [bits[card] for card in hole], [bits[card] for card in board]
    twos = [a + b for a, b in combinations(own, 2) if a and b]
    threes = [a + b + c for a, b, c in combinations(common, 3) if a and b and c]
    return max([suited[two + three] for two in twos for three in threes])


def _low_any_five(mixed: Table[int]) -> Low:
    def low(hole: Cards, board: Cards) -> int | None:
        value = mixed[sum([KEYS[card] for card in (*hole, *board)]) & RANK_PART]
        return None if value == NO_LOW else value

    return low


def _low_two_of_the_hand(mixed: Table[int]) -> Low:
    def low(hole: Cards, board: Cards) -> int | None:
        twos = PAIRS[sum([KEYS[card] for card in hole]) & RANK_PART]
        threes = TRIPLES[sum([KEYS[card] for card in board]) & RANK_PART]
        value = max([mixed[two + three] for two in twos for three in threes])
        return None if value == NO_LOW else value

    return low


_HIGH = {"holdem": _two_and_five, "omaha": _two_of_the_hand, "manila": _two_of_the_hand}
_LOW = {"omaha": _low_two_of_the_hand, "manila": _low_two_of_the_hand}


@cache
def _order(deck_size: int, ace_low: bool) -> Order:
    return Order(deck_size, ace_low)


@cache
def _low_order(deck_size: int, ace_low: bool, eight_or_better: bool) -> LowOrder:
    return LowOrder(deck_size, ace_low, eight_or_better)


@cache
def evaluator(
    game: str,
    deck_size: int = 52,
    *,
    wins: str = "high",
    ace_low_straights: bool = True,
    ace_low: bool = False,
) -> Evaluator:
    """The evaluator of a game: which cards make a hand, in which order hands stand.

    `wins` is one of `WAYS_TO_WIN` and decides whether a low hand must qualify; `ace_low_straights`
    is the choice of canberra:3.5(a), `ace_low` the ace's place in low hands. A joker needs no
    telling: it is a card like another.
    """
    if game not in GAMES or wins not in WAYS_TO_WIN:
        raise ValueError(f"no game of {game!r} won by {wins!r} is known")
    low_order = _low_order(deck_size, ace_low, wins == "split8")
    return Evaluator(game, deck_size, wins, _order(deck_size, ace_low_straights), low_order)
