"""How many raises may a betting round see?"""

from typing import TYPE_CHECKING

from engine.hand.state import Hand

if TYPE_CHECKING:
    from engine.rules.book import Rules

THREE = 3


def none(hand: Hand, rules: "Rules") -> bool:
    """Raise as often as the chips last."""
    return False


def three_unless_two_can_bet(hand: Hand, rules: "Rules") -> bool:
    """Three; lifted while only two players can still bet, all-in players not counted."""
    return hand.raises >= THREE and hand.live > 2


def three_unless_two_could_bet_before(hand: Hand, rules: "Rules") -> bool:
    """Three; two left to bet may go on, but a cap once reached stays for the round."""
    return hand.raises >= THREE and hand.live_at_raise > 2


def three_unless_two_contested_before(hand: Hand, rules: "Rules") -> bool:
    """Three; two who contest the pot may go on, but a cap once reached stays for the round."""
    return hand.raises >= THREE and hand.contenders_at_raise > 2


def three_unless_two_on_the_last_round(hand: Hand, rules: "Rules") -> bool:
    """Three; lifted only on the last betting round when two players are left, all-in or not."""
    is_last = hand.street == len(rules.game.streets) - 1
    return hand.raises >= THREE and not (is_last and hand.contenders == 2)


def three_unless_two_are_left(hand: Hand, rules: "Rules") -> bool:
    """Three in limit games, heads-up pots included, until two players remain at the table."""
    return hand.raises >= THREE and len(hand.order) > 2
