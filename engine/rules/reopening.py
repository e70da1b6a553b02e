"""May a player raise again who has already acted, after an all-in too short to be a raise?"""

from typing import TYPE_CHECKING

from engine.hand.state import Hand

if TYPE_CHECKING:
    from engine.rules.book import Rules


def when_facing_a_full_raise(hand: Hand, seat: int, rules: "Rules") -> bool:
    """Yes, when what they face now, several short all-ins together, is a full raise to them."""
    acted = hand.acted[seat]
    if acted < 0 or _only_met_the_bring_in(hand, acted):
        return True
    return hand.bet_to_match - acted >= max(hand.full_raise, rules.unit(hand))


def when_facing_double_the_bet(hand: Hand, seat: int, rules: "Rules") -> bool:
    """Yes, when what he faces now is twice the bet he acted on, which is the least raise here."""
    acted = hand.acted[seat]
    return acted < 0 or hand.bet_to_match >= max(2 * acted, rules.unit(hand))


def after_a_full_raise_only(hand: Hand, seat: int, rules: "Rules") -> bool:
    """Only when one wager since they acted was a full raise; short ones do not add up.

    The director may read "all subsequent players" to the letter: then any all-in reopens.
    """
    if rules.settings.short_all_in_reopens:
        return True
    return hand.acted[seat] < hand.full_level or hand.acted[seat] < 0


def nobody_after_a_short_all_in(hand: Hand, seat: int, rules: "Rules") -> bool:
    """A short all-in ends the raising for everyone, even for those yet to act."""
    return not hand.shorts


def when_facing_half_a_bet(hand: Hand, seat: int, rules: "Rules") -> bool:
    """In limit games half a bet is enough to reopen; less leaves call or fold."""
    acted = hand.acted[seat]
    if acted < 0 or _only_met_the_bring_in(hand, acted):
        return True
    return 2 * (hand.bet_to_match - acted) >= rules.unit(hand)


def _only_met_the_bring_in(hand: Hand, acted: int) -> bool:
    """A bring-in is no bet: completing it is the first one, and reopens to everybody."""
    return bool(hand.bring_in) and hand.street == 0 and acted <= hand.bring_in
