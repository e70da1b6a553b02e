"""What becomes of an action out of turn when its turn comes?"""

from typing import NamedTuple

from engine.hand.state import Hand

STANDS = "it stands"
FREE = "acts anew"
TAKEN_BACK = "taken back"
CALL_OR_FORFEIT = "call the raise or give up hand and chips"
RULING = "the supervisor decides"
NO_RAISE = "may not raise"


class Held(NamedTuple):
    """What was done, with which total, against which bet to match."""

    action: str
    amount: int
    faced: int


def wagers_are_taken_back(hand: Hand, seat: int, held: Held) -> str:
    """A wager never counts; of folds and checks the book says nothing (charity:20.3)."""
    if held.action in ("fold", "check"):
        return stands_if_nothing_changed(hand, seat, held)
    return TAKEN_BACK


def stands_if_nothing_changed(hand: Hand, seat: int, held: Held) -> str:
    """Check, call and fold before them change nothing; a fold always stands."""
    unchanged = hand.bet_to_match == held.faced
    return STANDS if unchanged or held.action == "fold" else FREE


def stands_unless_raised(hand: Hand, seat: int, held: Held) -> str:
    """It counts unless somebody skipped has wagered more; then they are free."""
    if held.action == "fold":
        return STANDS
    return STANDS if hand.bet_to_match <= max(held.amount, held.faced) else FREE


def binds_even_when_raised(hand: Hand, seat: int, held: Held) -> str:
    """It counts; raised above it, call or lose hand and chips; a check bars from raising."""
    if held.action == "check":
        return NO_RAISE
    if held.action == "fold" or hand.bet_to_match <= max(held.amount, held.faced):
        return STANDS
    return CALL_OR_FORFEIT
