"""How much must a raise be at least? The answer is a total: raise to."""

from typing import TYPE_CHECKING

from engine.hand.state import Hand

if TYPE_CHECKING:
    from engine.rules.book import Rules


def the_largest_raise_so_far(hand: Hand, rules: "Rules") -> int:
    """The bet to match plus the largest full bet or raise of the round."""
    return hand.bet_to_match + max(hand.full_raise, rules.unit(hand))


def complete_or_the_largest_raise(hand: Hand, rules: "Rules") -> int:
    """As usual, but a short opening bet is first completed to the full bet."""
    unit = rules.unit(hand)
    if hand.bet_to_match < unit:
        return unit
    return hand.bet_to_match + max(hand.full_raise, unit)


def complete_the_bring_in(hand: Hand, rules: "Rules") -> int:
    """As usual, but a bring-in is no bet: the first raise makes it the first bet."""
    if hand.bring_in and hand.street == 0 and hand.bet_to_match <= hand.bring_in:
        return rules.unit(hand)
    return the_largest_raise_so_far(hand, rules)


def double_the_bet(hand: Hand, rules: "Rules") -> int:
    """Twice the bet to match."""
    return max(2 * hand.bet_to_match, rules.unit(hand))


# In limit games a raise has one size only.


def one_bet_more(hand: Hand, rules: "Rules") -> int:
    """One bet above the last full level: what came short in between is completed."""
    unit = rules.unit(hand)
    return max(unit, hand.full_level + unit)
