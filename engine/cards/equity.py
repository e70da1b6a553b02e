"""The chances of known hands, in every game: every deal counted, or some where they are too many.

Counted are the boards of any number of players, and the own cards of two players of stud or draw
from the first card on, of three stud players from fourth street on (from third street on with 32
cards, unless two hands are suited), of four who lack two each. Three on third street have 5 * 10^14
deals with 52 cards: in groups still some 5 * 10^9 look-ups, minutes for three pairs and longer for
suited hands, and eight times that where the pot is split. They are estimated, with a margin, and
shown with a "≈", unless somebody asks for the count and waits.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import sqrt
from random import Random

from engine.cards import cards, own_cards
from engine.cards.boards import Boards, Tally, winners
from engine.cards.cards import JOKER
from engine.cards.ranking import Cards, Evaluator
from engine.cards.values import NO_LOW

OWN_CARDS = {"draw": 5, "stud": 7}
HOLE_CARDS = {"holdem": 2, "omaha": 4, "manila": 3}
BOARD_CARDS = {"holdem": 5, "omaha": 5, "manila": 5, "draw": 0, "stud": 1}
MOST_WORK = 60_000_000  # half a minute at most: three stud players with four cards each
DEALS = 20_000  # made for an estimate: within 0.7 points, 19 times of 20
NINETEEN_OF_TWENTY = 1.96  # standard deviations


class TooMany(ValueError):
    """There are more deals than can be counted while somebody waits: estimate them."""


@dataclass(frozen=True, slots=True)
class Chance:
    """One player's prospects: deals won whole, deals shared, and the average share of the pot."""

    wins: int
    ties: int
    share: Fraction


@dataclass(frozen=True, slots=True)
class Chances:
    """The prospects of every player, out of so many deals."""

    deals: int
    players: tuple[Chance, ...]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What came of some deals; 19 times of 20 the true share lies within a player's margin."""

    seen: Chances
    margins: tuple[float, ...]


def chances(
    ranking: Evaluator,
    hands: Sequence[Cards],
    *,
    board: Cards = (),
    dead: Cards = (),
    has_joker: bool = False,
    shares_last: bool = False,
) -> Chances:
    """What each of these hands may expect, every deal of the cards not named being as likely."""
    return Spot(ranking, hands, board, dead, has_joker, shares_last).chances()


@dataclass
class Spot:
    """Hands that are known, in a deck from which the rest is still to come.

    `dead` cards are seen and out of play; `shares_last` says that a stud deck runs out and the last
    card will be for everybody. Raises ValueError, with a sentence, when a card is named twice or is
    not in the deck, and when a hand or the board has not the cards of the game.
    """

    ranking: Evaluator
    hands: Sequence[Cards]
    board: Cards = ()
    dead: Cards = ()
    has_joker: bool = False
    shares_last: bool = False

    def __post_init__(self) -> None:
        own = OWN_CARDS.get(self.ranking.game)
        self._is_shared_later = self.shares_last and self.ranking.game == "stud" and not self.board
        shared = len(self.board) + self._is_shared_later
        _require_cards_of_the_game(self.ranking.game, self.hands, shared)
        self._stub = _stub(self.ranking, [*self.hands, self.board, self.dead], self.has_joker)
        self._missing = [own - shared - len(hole) if own else 0 for hole in self.hands]
        self._to_come = int(self._is_shared_later) if own else 5 - len(self.board)
        self._require_enough_cards()

    def chances(self, most_work: int = MOST_WORK) -> Chances:
        """Every deal counted; raises `TooMany` when that is more work than wanted."""
        return _share_out(self._count(most_work), len(self.hands), self.ranking.wins)

    def estimate(self, rng: Random, deals: int = DEALS) -> Estimate:
        """What comes of so many deals made by chance: for what is too much to count."""
        tally = Counter(self._outcome(rng) for _ in range(deals))
        players, wins = len(self.hands), self.ranking.wins
        return Estimate(_share_out(tally, players, wins), _margins(tally, players, wins))

    def _require_enough_cards(self) -> None:
        if self._to_come + sum(self._missing) <= len(self._stub):
            return
        if not any(self._missing):
            raise ValueError("The deck has not enough cards left for the board.")
        raise ValueError("The deck has not so many cards left: name fewer, or share the last one.")

    def _count(self, most_work: int) -> Tally:
        """Every deal, by its winners."""
        if self.ranking.game not in OWN_CARDS:
            return _count_boards(self.ranking, self.hands, self.board, self._stub)
        if self._is_shared_later:
            return self._count_with_each_last_card(most_work)
        full = [(*hole, *self.board) for hole in self.hands]
        return self._count_own(full, self._stub, most_work)

    def _count_own(self, hands: Sequence[Cards], stub: Cards, most_work: int) -> Tally:
        """Games in which each player is still to get cards of their own."""
        if own_cards.work(self.ranking, hands, stub, self._missing) > most_work:
            raise TooMany("There are too many deals to count: name more of the cards.")
        return own_cards.count(self.ranking, hands, stub, self._missing)

    def _count_with_each_last_card(self, most_work: int) -> Tally:
        """The deck runs out: the last card will lie open for all (canberra:D.4.4)."""
        tally: Counter[int] = Counter()
        for last in self._stub:
            rest = [card for card in self._stub if card != last]
            full = [(*hole, last) for hole in self.hands]
            tally.update(self._count_own(full, rest, most_work // len(self._stub)))
        return tally

    def _outcome(self, rng: Random) -> int:
        """The winners of one deal."""
        coming = rng.sample(self._stub, self._to_come + sum(self._missing))
        full = [
            (*hole, *[coming.pop() for _ in range(number)])
            for hole, number in zip(self.hands, self._missing, strict=True)
        ]
        return _winners(self.ranking, full, (*self.board, *coming))


def _stub(ranking: Evaluator, known: Sequence[Cards], has_joker: bool) -> list[int]:
    """The cards that nobody has seen; refused where the known ones cannot all be right."""
    seen = [card for some in known for card in some]
    if cards.UNKNOWN in seen:
        raise ValueError("Every card must be known: leave out what is not.")
    fault = cards.fault(seen, size=ranking.deck_size, joker=has_joker)
    if fault:
        raise ValueError(fault)
    return [card for card in cards.deck(ranking.deck_size, has_joker) if card not in seen]


def _require_cards_of_the_game(game: str, hands: Sequence[Cards], shared: int) -> None:
    if not hands:
        raise ValueError("Name at least one hand.")
    most = HOLE_CARDS.get(game) or OWN_CARDS[game] - shared
    for hole in hands:
        if len(hole) > most or (game in HOLE_CARDS and len(hole) < most):
            kind = "has" if game in HOLE_CARDS else "has at most"
            raise ValueError(f"A hand {kind} {most} cards in this game, not {len(hole)}.")
    if shared > BOARD_CARDS[game]:
        raise ValueError(f"The board has at most {BOARD_CARDS[game]} cards in this game.")


def _count_boards(ranking: Evaluator, hands: Sequence[Cards], board: Cards, stub: Cards) -> Tally:
    if JOKER in board:
        return _count_each_board(ranking, hands, board, stub)
    if JOKER not in stub or len(board) == 5:
        return Boards(ranking, hands, board, stub).count()
    natural = [card for card in stub if card != JOKER]
    tally = Counter(Boards(ranking, hands, board, natural).count())
    tally.update(_count_each_board(ranking, hands, (*board, JOKER), natural))
    return tally


def _count_each_board(
    ranking: Evaluator, hands: Sequence[Cards], board: Cards, stub: Cards
) -> Tally:
    """One board after the other: a joker on the board may make flushes in two suits at once."""
    tally: Tally = defaultdict(int)
    for rest in combinations(stub, 5 - len(board)):
        tally[_winners(ranking, hands, (*board, *rest))] += 1
    return tally


def _winners(ranking: Evaluator, hands: Sequence[Cards], board: Cards) -> int:
    highs = winners([ranking.high(hole, board) for hole in hands])
    if ranking.wins == "high":
        return highs
    lows = [ranking.low(hole, board) for hole in hands]
    return highs | winners([NO_LOW if low is None else low for low in lows]) << len(hands)


def _share_out(tally: Tally, players: int, wins: str) -> Chances:
    won, tied, share = [0] * players, [0] * players, [Fraction(0)] * players
    for outcome, deals in tally.items():
        for player, part in enumerate(_parts(outcome, players, wins)):
            won[player] += deals * (part == 1)
            tied[player] += deals * (0 < part < 1)
            share[player] += part * deals
    total = sum(tally.values())
    rows = zip(won, tied, share, strict=True)
    return Chances(total, tuple(Chance(w, t, part / total) for w, t, part in rows))


def _margins(tally: Tally, players: int, wins: str) -> tuple[float, ...]:
    """How far each share may be off, by how much the deals differ."""
    total, rows = sum(tally.values()), [_parts(who, players, wins) for who in tally]
    found = []
    for parts in zip(*rows, strict=True):
        weighed = [(float(part), deals) for part, deals in zip(parts, tally.values(), strict=True)]
        mean = sum(part * deals for part, deals in weighed) / total
        spread = sum((part - mean) ** 2 * deals for part, deals in weighed) / total
        found.append(NINETEEN_OF_TWENTY * sqrt(spread / total))
    return tuple(found)


def _parts(outcome: int, players: int, wins: str) -> list[Fraction]:
    """Each player's part of the pot when these are the winners; high takes all without a low."""
    highs = _equal_parts(outcome & (1 << players) - 1, players)
    lows = _equal_parts(outcome >> players, players)
    if wins == "low":
        return lows
    if wins == "high" or not outcome >> players:
        return highs
    return [(high + low) / 2 for high, low in zip(highs, lows, strict=True)]


def _equal_parts(who: int, players: int) -> list[Fraction]:
    return [Fraction(who >> player & 1, who.bit_count() or 1) for player in range(players)]
