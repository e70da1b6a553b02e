"""Exact chances of known hands, in every game: no sampling, every deal counted."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from engine import cards, own_cards
from engine.boards import Boards, Tally, winners
from engine.cards import JOKER
from engine.ranking import Cards, Evaluator
from engine.values import NO_LOW

OWN_CARDS = {"draw": 5, "stud": 7}
HOLE_CARDS = {"holdem": 2, "omaha": 4, "manila": 3}
BOARD_CARDS = {"holdem": 5, "omaha": 5, "manila": 5, "draw": 0, "stud": 1}
MOST_WORK = 50_000_000  # some ten seconds: two stud players with three cards each, or to draw four


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


def chances(
    ranking: Evaluator,
    hands: Sequence[Cards],
    *,
    board: Cards = (),
    dead: Cards = (),
    has_joker: bool = False,
    shares_last: bool = False,
) -> Chances:
    """What each of these hands may expect, every deal of the cards not named being as likely.

    `dead` cards are seen and out of play; `shares_last` says that a stud deck runs out and the last
    card will be for everybody. Raises ValueError, with a sentence, when a card is named twice or is
    not in the deck, when a hand or the board has not the cards of the game, and when there is too
    much to count: three players of stud or draw who each lack three cards, four who lack two.
    """
    is_shared_later = shares_last and ranking.game == "stud" and not board
    _require_cards_of_the_game(ranking.game, hands, len(board) + is_shared_later)
    seen = [card for cards_seen in (*hands, board, dead) for card in cards_seen]
    if cards.UNKNOWN in seen:
        raise ValueError("Every card must be known: leave out what is not.")
    fault = cards.fault(seen, size=ranking.deck_size, joker=has_joker)
    if fault:
        raise ValueError(fault)
    stub = [card for card in cards.deck(ranking.deck_size, has_joker) if card not in seen]
    if ranking.game not in OWN_CARDS:
        tally = _count_boards(ranking, hands, board, stub)
    elif is_shared_later:
        tally = _count_with_each_last_card(ranking, hands, stub)
    else:
        tally = _count_own(ranking, [(*hole, *board) for hole in hands], stub)
    return _share_out(tally, len(hands), ranking.wins)


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
    if len(stub) < 5 - len(board):
        raise ValueError("The deck has not enough cards left for the board.")
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


def _count_own(
    ranking: Evaluator, hands: Sequence[Cards], stub: Cards, most_work: int = MOST_WORK
) -> Tally:
    """Games in which each player is still to get cards of his own."""
    missing = [OWN_CARDS[ranking.game] - len(hole) for hole in hands]
    if sum(missing) > len(stub):
        raise ValueError("The deck has not so many cards left: name fewer, or share the last one.")
    if own_cards.work(len(stub), missing) > most_work:
        raise ValueError("There are too many deals to count: name more of the cards.")
    return own_cards.count(ranking, hands, stub, missing)


def _count_with_each_last_card(ranking: Evaluator, hands: Sequence[Cards], stub: Cards) -> Tally:
    """The deck runs out: the last card will lie open for all (canberra:D.4.4)."""
    tally: Counter[int] = Counter()
    for last in stub:
        rest, full = [card for card in stub if card != last], [(*hole, last) for hole in hands]
        tally.update(_count_own(ranking, full, rest, MOST_WORK // len(stub)))
    return tally


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
