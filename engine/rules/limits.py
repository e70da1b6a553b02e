"""How far may a bet or raise go? Totals, before the player's stack sets its own limit."""

from itertools import groupby
from typing import TYPE_CHECKING

from engine.hand.state import Hand

if TYPE_CHECKING:
    from engine.games import Game
    from engine.rules.book import Rules, Settings

UNLIMITED = 1 << 62
LIMIT_GAMES = ("fixed", "structured")
COUNTS = ("One", "Two", "Three", "Four", "Five", "Six")  # minimum bets that one bet may be


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


# How large is a bet of each street, in minimum bets of the level?


def by_the_limit(game: "Game", settings: "Settings") -> tuple[int, ...]:
    """As limit games usually have it."""
    return units(game.limit, len(game.streets))


def as_the_house_sets(game: "Game", settings: "Settings") -> tuple[int, ...]:
    """One size in every round, unless the house designates larger ones (charity:9.1)."""
    if game.limit not in LIMIT_GAMES:
        return (1,) * len(game.streets)
    first, *later = settings.bet_sizes
    return (first, *later[: len(game.streets) - 1])


def units(limit: str, streets: int) -> tuple[int, ...]:
    """The bet of each street in blinds: limit doubles half-way, structured on the last street."""
    if limit == "fixed":
        small = streets // 2
        return (1,) * small + (2,) * (streets - small)
    if limit == "structured":
        return (1,) * (streets - 1) + (2,)
    return (1,) * streets


def sizes(rules: "Rules") -> list[tuple[str, int]]:
    """The betting rounds with one size of bet, in words, and that size in minimum bets."""
    found, number = [], 1
    for size, group in groupby(rules.units[rules.first_betting_street :]):
        last = number + len(list(group)) - 1
        found.append((_rounds(number, last), size))
        number = last + 1
    return found if len(found) > 1 else [("every betting round", found[0][1])]


def _rounds(first: int, last: int) -> str:
    if first == last:
        return f"betting round {first}"
    return f"betting rounds {first} {'and' if last == first + 1 else 'to'} {last}"
