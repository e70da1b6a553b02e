"""What is an all-in worth that is less than a full raise?"""

from typing import TYPE_CHECKING

from engine.events import FULL, SHORT
from engine.hand import Hand

if TYPE_CHECKING:
    from engine.rulebooks import Rules


def never_a_raise(hand: Hand, to: int, rules: "Rules") -> str:
    """It is no raise and uses none up."""
    return SHORT


def half_a_bet_is_a_raise(hand: Hand, to: int, rules: "Rules") -> str:
    """Half a bet or more counts as a raise and uses one up."""
    return FULL if 2 * (to - hand.bet_to_match) >= rules.unit(hand) else SHORT
