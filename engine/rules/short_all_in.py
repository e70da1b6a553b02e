"""What is an all-in worth that is less than a full raise?"""

from typing import TYPE_CHECKING

from engine.hand.events import COMPLETION, FULL, SHORT
from engine.hand.state import Hand

if TYPE_CHECKING:
    from engine.rules.book import Rules


def never_a_raise(hand: Hand, to: int, rules: "Rules") -> str:
    """It is no raise and uses none up."""
    return SHORT


def half_a_bet_is_a_raise(hand: Hand, to: int, rules: "Rules") -> str:
    """Half a bet above the last full one counts as a raise and uses one up.

    Several short all-ins count together; where no full bet was made yet, they make the bet.
    """
    if 2 * (to - hand.full_level) < rules.unit(hand):
        return SHORT
    return COMPLETION if hand.bet_to_match and not hand.full_level else FULL
