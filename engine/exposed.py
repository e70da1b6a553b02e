"""The chances of hands that lie open while the board is still to come."""

from fractions import Fraction
from functools import lru_cache

from engine import equity
from engine.cards import UNKNOWN
from engine.hand import Hand
from engine.ranking import Evaluator
from engine.rulebooks import Rules
from engine.rules import showing

Cards = tuple[int, ...]


def chances(hand: Hand, rules: Rules) -> dict[int, Fraction]:
    """Each seat's exact share of the pot to expect; nothing while a decision is still possible.

    Nothing either where the book forbids to foretell a running hand (canberra:18.2(a)), where a
    card was not entered, and where the deals are too many to count.
    """
    if not rules.book.chances.value or hand.is_over or not _is_all_open(hand):
        return {}
    seats = tuple(hand.in_hand())
    hands = tuple(tuple(hand.shown[seat]) for seat in seats)
    shares = _counted(rules.evaluator, hands, tuple(hand.board), rules.game.has_joker)
    return dict(zip(seats, shares, strict=False))


def _is_all_open(hand: Hand) -> bool:
    """Betting is over with somebody all-in, and every card that counts is known."""
    if not showing.once_betting_is_over(hand, is_last_street=False):
        return False
    if any(seat not in hand.shown for seat in hand.in_hand()):
        return False
    known = [*hand.board, *(card for seat in hand.in_hand() for card in hand.shown[seat])]
    return UNKNOWN not in known


@lru_cache(maxsize=256)
def _counted(
    evaluator: Evaluator, hands: tuple[Cards, ...], board: Cards, has_joker: bool
) -> tuple[Fraction, ...]:
    try:
        found = equity.chances(evaluator, hands, board=board, has_joker=has_joker)
    except ValueError:  # too many deals to count, or cards that cannot all be right
        return ()
    return tuple(player.share for player in found.players)
