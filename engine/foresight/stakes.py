"""What one level asks, in the planner's bare numbers."""

from dataclasses import dataclass

from engine.games import Game
from engine.rules import limits
from engine.rules.limits import UNLIMITED
from engine.schedule import Level


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

    @property
    def _units(self) -> tuple[int, ...]:
        return limits.units(self.limit, self.streets + 1)


FIXED, STRADDLE = ("fixed", "structured", "manila"), "straddle"
PARTS = {"pot": 1, "half-pot": 2}  # of the pot
# How often two at a showdown share the pot, by the cards in common and what wins: measured.
SHARED = {
    "holdem": {"high": 0.04, "low": 0.06, "split": 0.74, "split8": 0.23},
    "omaha": {"high": 0.02, "low": 0.03, "split": 0.60, "split8": 0.29},
    "manila": {"high": 0.01, "low": 0.03, "split": 0.63, "split8": 0.24},
    "draw": {"high": 0.0, "low": 0.0, "split": 0.88, "split8": 0.04},
    "stud": {"high": 0.0, "low": 0.0, "split": 0.68, "split8": 0.22},
}


def of(level: Level, game: Game, limit: str) -> Stakes:
    """A level of this game."""
    return Stakes(
        blinds=level.blinds,
        ante=level.ante,
        big_blind_ante=level.big_blind_ante,
        unit=level.small_bet or level.greatest,
        streets=sum(street.has_betting for street in game.streets) - 1,
        limit=limit,
        bring_in=level.bring_in,
        shared=SHARED[game.family][game.low],
    )
