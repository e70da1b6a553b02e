"""How the planner's players play: stated assumptions, each of them the director's to change.

They do not look at their cards. Each comes in, calls and bets as often as people do, and any hand
may win at the showdown: so chips are a fair game, and what decides how long an evening takes
(how often chips go in, and how many at once) is stated here and nowhere else.
"""

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from math import isfinite
from typing import NamedTuple

from engine.planner.stakes import Stakes
from engine.refusal import Refused

OPEN, PRESSED, SHOVED = range(3)  # nobody came in yet; somebody raised; no more raising
LEAVE, STAY, RAISE = range(3)  # check or fold; call; raise


@dataclass(frozen=True, slots=True)
class Habits:
    """Shares are chances from 0 to 1; they are meant for a whole table, not for one player."""

    played: float = 0.85  # hands in which somebody comes in
    callers: float = 1.1  # how many call a raise, on average, at a full table
    shoves: float = 0.16  # raises that are answered by an all-in
    pays_all_in: float = 0.75  # how many call an all-in, on average, of those with nothing in yet
    stays: float = 0.45  # who raised or called calls an all-in
    bets: float = 0.4  # bets when it is checked to a player after the flop
    calls: float = 0.42  # calls such a bet
    short: int = 12  # big blinds below which a raise is all-in
    raises_to: float = 2.5  # big blinds
    seconds: float = 55.0  # a hand takes so long ...
    seconds_a_player: float = 8.0  # ... and so much more for each player dealt in
    rebuys: float = 0.6  # who has lost all chips and may buy again does so
    top_ups: float = 0.7  # takes the top-up or add-on

    def seconds_of(self, players: float) -> float:
        """How long one hand takes at a table of so many."""
        return self.seconds + self.seconds_a_player * players


def at_pace(habits: Habits, *, seconds: float, players: float) -> Habits:
    """The same habits, at the pace this evening's hands were dealt at tables of so many.

    Both parts of a hand's time are taken by the same measure: a quick house is quick at full
    tables and at short ones.
    """
    least = QUICKEST / habits.seconds_of(2)
    measure = max(least, seconds / habits.seconds_of(players))
    return replace(
        habits,
        seconds=habits.seconds * measure,
        seconds_a_player=habits.seconds_a_player * measure,
    )


QUICKEST = 6.0  # seconds of a hand of two, however quick the evening
SHARES = ("played", "shoves", "stays", "bets", "calls", "rebuys", "top_ups")


def check(habits: Habits) -> None:
    """Refuse assumptions that are no chances, or under which no evening would ever end."""
    for field in fields(habits):
        if not isfinite(getattr(habits, field.name)) or getattr(habits, field.name) < 0:
            raise Refused(f"{_words(field.name)} must be a number from zero up.")
    for name in SHARES:
        if getattr(habits, name) > 1:
            raise Refused(f"{_words(name)} is a share: from 0 to 1.")
    if habits.played < 0.05:
        raise Refused("At least 5% of hands must be played.")
    if habits.raises_to < 2 or habits.seconds_of(2) < 5:
        raise Refused("A raise is two big blinds at least, and a hand takes five seconds at least.")


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


class Price(NamedTuple):
    """What a player faces who may raise: the bet to match, and the pot once it is called."""

    bet: int
    pot: int


@dataclass(frozen=True, slots=True)
class Chances:
    """The same for one player at a table of a certain size."""

    opens: float
    shoves: float  # against a raise
    calls: float  # against a raise, shoves included
    pays_all_in: float


@lru_cache(maxsize=256)
def at_table(habits: Habits, players: int) -> Chances:
    """A table's chances shared out among its players; the fewer, the more each plays."""
    others = max(1, players - 1)
    shoves = min(0.5, habits.shoves / others)
    return Chances(
        opens=1 - (1 - min(habits.played, 0.999)) ** (1 / others),
        shoves=shoves,
        calls=min(0.9, shoves + min(0.55, habits.callers / (players - 0.5))),
        pays_all_in=min(0.55, habits.pays_all_in / (players - 0.5)),
    )


def answer(mode: int, wish: float, mine: Chances, habits: Habits, *, is_fresh: bool) -> int:
    """What a player does in the first round; fresh: has nothing in but a blind."""
    if mode == OPEN:
        return RAISE if wish < mine.opens else LEAVE
    if mode == PRESSED:
        if is_fresh and wish < mine.shoves:
            return RAISE
        return STAY if wish < mine.calls else LEAVE
    return STAY if wish < (mine.pays_all_in if is_fresh else habits.stays) else LEAVE


def raises_to(mode: int, whole: int, price: Price, stakes: Stakes, habits: Habits) -> int:
    """What a raise comes to: a short stack goes in whole."""
    if mode == PRESSED:
        wished = stakes.second_raise(price.bet, whole)
    elif stakes.is_no_limit and whole <= habits.short * stakes.unit:
        wished = whole
    else:
        wished = min(stakes.opening_raise(habits.raises_to), whole)
    return min(wished, stakes.most(price.bet, price.pot))


def next_mode(mode: int, amount: int, whole: int) -> int:
    """After a raise: a second one, or one that took everything, is the last."""
    return SHOVED if mode == PRESSED or amount >= whole else PRESSED
