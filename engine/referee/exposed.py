"""The chances of hands that lie open while cards are still to come."""

from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import NamedTuple

from engine.cards import equity
from engine.cards.cards import UNKNOWN
from engine.cards.ranking import Evaluator
from engine.hand.state import Hand
from engine.rules import showing
from engine.rules.book import Rules

Cards = tuple[int, ...]
QUICK = 100_000  # work that takes a few tenths of a second
DEALS = 10_000  # for an estimate, in as much time


class Pool(NamedTuple):
    """The cards for all, and how more of them come."""

    board: Cards
    has_joker: bool
    shares_last: bool


class Prospects(NamedTuple):
    """Each seat's share of the pot to expect, and by how much an estimate may be off at most."""

    shares: dict[int, Fraction]
    margin: float = 0.0  # none: every deal was counted

    @property
    def is_estimate(self) -> bool:
        return self.margin > 0

    def words(self) -> dict[int, str]:
        """As a screen says it: 81.3% where every deal was counted, else ≈ 81%."""
        form = "≈ {:.0f}%" if self.is_estimate else "{:.1f}%"
        return {seat: form.format(float(share) * 100) for seat, share in self.shares.items()}


def chances(hand: Hand, rules: Rules) -> Prospects:
    """Each seat's share of the pot to expect; nothing while a decision is still possible,
    nor once the last card is dealt.

    Nothing either where the book forbids to foretell a running hand (adelaide:79, adelaide:84a,
    canberra:18.2(a)) and where a card was not entered. Estimated where counting the deals would
    keep a screen waiting.
    """
    if not rules.book.chances.value or hand.is_over or not _is_all_open(hand):
        return Prospects({})
    if not rules.streets[hand.street + 1 :]:
        return Prospects({})  # every card is dealt: nothing is left to chance
    seats = tuple(hand.in_hand())
    hands = tuple(tuple(hand.shown[seat]) for seat in seats)
    pool = Pool(tuple(hand.board), rules.game.has_joker, _runs_out(hand, rules))
    shares, margin = _found(rules.evaluator, hands, pool)
    return Prospects(dict(zip(seats, shares, strict=False)), margin)


def _runs_out(hand: Hand, rules: Rules) -> bool:
    """The deck cannot give each player all his cards: the last one is for all (canberra:D.4.4)."""
    due = rules.streets[hand.street + 1 :]
    if rules.game.family != "stud" or hand.board or not due:
        return False
    return rules.game.cards_in_deck - hand.deck_at < hand.contenders * len(due)


def _is_all_open(hand: Hand) -> bool:
    """Betting is over with somebody all-in, and every card that counts is known."""
    if not showing.once_betting_is_over(hand, is_last_street=False):
        return False
    if any(seat not in hand.shown for seat in hand.in_hand()):
        return False
    known = [*hand.board, *(card for seat in hand.in_hand() for card in hand.shown[seat])]
    return UNKNOWN not in known


@lru_cache(maxsize=256)
def _found(
    evaluator: Evaluator, hands: tuple[Cards, ...], pool: Pool
) -> tuple[tuple[Fraction, ...], float]:
    try:
        spot = equity.Spot(evaluator, hands, **pool._asdict())
    except ValueError:  # cards that cannot all be right
        return (), 0.0
    try:
        return _shares(spot.chances(QUICK)), 0.0
    except equity.TooMany:  # the deals follow from the cards, so that every screen says the same
        found = spot.estimate(Random(str((hands, pool))), DEALS)
        return _shares(found.seen), max(found.margins)


def _shares(found: equity.Chances) -> tuple[Fraction, ...]:
    return tuple(player.share for player in found.players)
