"""The chances of hands that lie open while the board is still to come."""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from engine import equity, own_cards
from engine.cards import UNKNOWN
from engine.hand import Hand
from engine.ranking import Evaluator
from engine.rulebooks import Rules
from engine.rules import showing

Cards = tuple[int, ...]
QUICK = 200_000  # work that takes a few tenths of a second


class Pool(NamedTuple):
    """The cards for all, and how more of them come."""

    board: Cards
    has_joker: bool
    shares_last: bool


def chances(hand: Hand, rules: Rules) -> dict[int, Fraction]:
    """Each seat's exact share of the pot to expect; nothing while a decision is still possible.

    Nothing either where the book forbids to foretell a running hand (canberra:18.2(a)), where a
    card was not entered, and where counting the deals would keep a screen waiting.
    """
    if not rules.book.chances.value or hand.is_over or not _is_all_open(hand):
        return {}
    seats = tuple(hand.in_hand())
    hands = tuple(tuple(hand.shown[seat]) for seat in seats)
    if _would_keep_waiting(hand, rules, hands):
        return {}
    pool = Pool(tuple(hand.board), rules.game.has_joker, _runs_out(hand, rules))
    return dict(zip(seats, _counted(rules.evaluator, hands, pool), strict=False))


def _would_keep_waiting(hand: Hand, rules: Rules, hands: tuple[Cards, ...]) -> bool:
    """Stud on third street, and with many players: a matter of seconds, not of a tap."""
    own = equity.OWN_CARDS.get(rules.game.family, 0)
    if not own:
        return False
    missing = [own - len(hole) - len(hand.board) for hole in hands]
    unseen = rules.game.cards_in_deck - len(hand.board) - sum(map(len, hands))
    return sum(missing) <= unseen and own_cards.work(unseen, missing) > QUICK


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
def _counted(evaluator: Evaluator, hands: tuple[Cards, ...], pool: Pool) -> tuple[Fraction, ...]:
    try:
        found = equity.chances(
            evaluator,
            hands,
            board=pool.board,
            has_joker=pool.has_joker,
            shares_last=pool.shares_last,
        )
    except ValueError:  # too many deals to count, or cards that cannot all be right
        return ()
    return tuple(player.share for player in found.players)
