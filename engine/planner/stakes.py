"""What one level asks, in the planner's bare numbers."""

import math
from dataclasses import dataclass

from engine.rules import limits
from engine.rules.book import Rules
from engine.rules.limits import UNLIMITED
from engine.schedule.schedule import Level


@dataclass(frozen=True, slots=True)
class Stakes:
    """Forced bets, and how much a bet after the first round is."""

    blinds: tuple[int, ...]
    ante: int
    big_blind_ante: int
    unit: int
    streets: int  # betting rounds after the first
    limit: str
    bring_in: int = 0  # stud: what the opener must put in, less than the unit
    shared: float = 0.0  # showdowns of two that both win
    bets: tuple[int, ...] = ()  # of each betting round, in units; empty: as the limit usually has

    @property
    def forced(self) -> int:
        """What may lie in front of a player who has not come in yet."""
        return self.bring_in or self.unit

    @property
    def must_open(self) -> bool:
        """Where only antes are posted, the first to speak must bet (canberra:9.1(d))."""
        return not self.blinds and not self.bring_in

    @property
    def is_no_limit(self) -> bool:
        return self.limit == "no"

    def opening_raise(self, units: float) -> int:
        """What the first raise comes to."""
        if self.limit in FIXED:
            return self.unit if self.bring_in else 2 * self.unit  # a bring-in is made a bet first
        if self.limit == STRADDLE:
            return 2 * self.unit
        return int(units * self.unit)

    def second_raise(self, bet: int, stack: int) -> int:
        """What the raise of a raise comes to: everything, or what the limit lets it."""
        if self.is_no_limit:
            return stack
        if self.limit in FIXED:
            return min(stack, bet + self.unit)
        return min(stack, (2 if self.limit == STRADDLE else 3) * bet)

    def most(self, bet: int, pot: int) -> int:
        """How far a raise may go where the pot, as it is after the call, limits it."""
        if self.limit not in PARTS:
            return UNLIMITED
        return bet + max(self.unit, pot // PARTS[self.limit])

    def bet_into(self, pot: int, street: int) -> int:
        """A bet of the pot where the limit lets it, half of it or a fixed bet where it does not."""
        if self.limit in FIXED:
            return self.unit * (2 if self.limit == "manila" else self._units[street])
        if self.limit == STRADDLE:
            return 2 * self.unit
        return max(self.unit, pot // PARTS.get(self.limit, 1))

    def shared_by(self, players: int) -> float:
        """How often two share the pot of a showdown: the more come to it, the oftener."""
        if players == 2:
            return self.shared
        return 1 - math.pow(1 - self.shared, math.log2(players))

    @property
    def _units(self) -> tuple[int, ...]:
        return self.bets or limits.units(self.limit, self.streets + 1)


FIXED, STRADDLE = ("fixed", "structured", "manila"), "straddle"
PARTS = {"pot": 1, "half-pot": 2}  # of the pot
# How often two at a showdown share the pot, by the cards in common and what wins: measured on 52.
SHARED = {
    "holdem": {"high": 0.03, "low": 0.07, "split": 0.78, "split8": 0.12},
    "omaha": {"high": 0.02, "low": 0.03, "split": 0.60, "split8": 0.16},
    "manila": {"high": 0.01, "low": 0.03, "split": 0.65, "split8": 0.12},
    "draw": {"high": 0.0, "low": 0.0, "split": 0.99, "split8": 0.01},
    "stud": {"high": 0.0, "low": 0.0, "split": 0.69, "split8": 0.10},
}
# The same where the ace is the lowest card of a low hand: twice as many have eight or better.
SHARED_LOW_ACE = {
    "holdem": {"split": 0.74, "split8": 0.22},
    "omaha": {"split": 0.59, "split8": 0.28},
    "manila": {"split": 0.64, "split8": 0.23},
    "draw": {"split": 0.89, "split8": 0.03},
    "stud": {"split": 0.68, "split8": 0.21},
}


def shared(rules: Rules) -> float:
    """How often two share a showdown of this game."""
    game = rules.game
    low_ace = SHARED_LOW_ACE[game.family] if rules.settings.ace_is_low_in_low_hands else {}
    return low_ace.get(game.low, SHARED[game.family][game.low])


def of(level: Level, rules: Rules) -> Stakes:
    """A level of the game that is played by these rules."""
    return Stakes(
        blinds=level.blinds,
        ante=level.ante,
        big_blind_ante=level.big_blind_ante,
        unit=level.small_bet or level.greatest,
        streets=sum(street.has_betting for street in rules.streets) - 1,
        limit=rules.game.limit,
        bring_in=level.bring_in,
        shared=shared(rules),
        bets=rules.units[rules.first_betting_street :],
    )
