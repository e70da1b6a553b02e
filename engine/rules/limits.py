"""How far may a bet or raise go? Totals, before the player's stack sets its own limit."""

from typing import TYPE_CHECKING

from engine.hand import Hand

if TYPE_CHECKING:
    from engine.rulebooks import Rules

UNLIMITED = 1 << 62


def no_limit(hand: Hand, seat: int, rules: "Rules") -> tuple[int, int]:
    return rules.least_raise(hand, rules), UNLIMITED


def pot(hand: Hand, seat: int, rules: "Rules") -> tuple[int, int]:
    """The raise part is the pot as it stands after the call."""
    return _up_to(hand, rules, after_the_call(hand, seat))


def half_pot(hand: Hand, seat: int, rules: "Rules") -> tuple[int, int]:
    """The raise part is half the pot as it stands after the call, rounded down to a chip."""
    half = after_the_call(hand, seat) // 2
    return _up_to(hand, rules, half - half % hand.chip)


def after_the_call(hand: Hand, seat: int) -> int:
    return hand.pot + hand.bet_to_match - hand.bets[seat]


def _up_to(hand: Hand, rules: "Rules", part: int) -> tuple[int, int]:
    """A pot smaller than the least raise never makes raising impossible."""
    least = rules.least_raise(hand, rules)
    return least, max(least, hand.bet_to_match + part)


def fixed(hand: Hand, seat: int, rules: "Rules") -> tuple[int, int]:
    """One size only."""
    to = rules.limit_raise(hand, rules)
    return to, to


def manila(hand: Hand, seat: int, rules: "Rules") -> tuple[int, int]:
    """Each bet or raise from one to two times the blind, on the last round to four times."""
    times = 4 if hand.street == len(rules.game.streets) - 1 else 2
    least = hand.bet_to_match + max(hand.full_raise, hand.unit)
    return least, max(least, hand.bet_to_match + times * hand.unit)


def straddle(hand: Hand, seat: int, rules: "Rules") -> tuple[int, int]:
    """Up to twice the bet before; the first bet of a round up to twice the greater blind."""
    least = rules.least_raise(hand, rules)
    return least, max(least, 2 * (hand.bet_to_match or rules.unit(hand)))


BY_NAME = {
    "no": no_limit,
    "pot": pot,
    "half-pot": half_pot,
    "fixed": fixed,
    "structured": fixed,
    "manila": manila,
    "straddle": straddle,
}


def units(limit: str, streets: int) -> tuple[int, ...]:
    """The bet of each street in blinds: limit doubles half-way, structured on the last street."""
    if limit == "fixed":
        small = streets // 2
        return (1,) * small + (2,) * (streets - small)
    if limit == "structured":
        return (1,) * (streets - 1) + (2,)
    return (1,) * streets
