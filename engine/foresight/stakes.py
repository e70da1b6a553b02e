"""What one level asks, in the planner's bare numbers."""

from dataclasses import dataclass

from engine.games import Game
from engine.rules import limits
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

    @property
    def forced(self) -> int:
        """What may lie in front of a player who has not come in yet."""
        return self.bring_in or self.unit

    @property
    def is_no_limit(self) -> bool:
        return self.limit == "no"

    def opening_raise(self, units: float) -> int:
        """What the first raise comes to."""
        if self.limit in FIXED:
            return self.unit if self.bring_in else 2 * self.unit  # a bring-in is made a bet first
        return int(units * self.unit)

    def second_raise(self, bet: int, stack: int) -> int:
        """What the raise of a raise comes to: everything, or what the limit lets it."""
        if self.is_no_limit:
            return stack
        return min(stack, bet + self.unit if self.limit in FIXED else 3 * bet)

    def bet_into(self, pot: int, street: int) -> int:
        """A bet of the pot where the limit lets it, half of it or a fixed bet where it does not."""
        if self.limit in FIXED:
            return self.unit * (2 if self.limit == "manila" else self._units[street])
        return max(self.unit, pot // 2 if self.limit == "half-pot" else pot)

    @property
    def _units(self) -> tuple[int, ...]:
        return limits.units(self.limit, self.streets + 1)


FIXED = ("fixed", "structured", "manila")


def of(level: Level, game: Game, limit: str) -> Stakes:
    """A level of this game."""
    return Stakes(
        blinds=level.blinds,
        ante=level.ante,
        big_blind_ante=level.big_blind_ante,
        unit=level.small_bet or level.greatest,
        streets=len(game.streets) - 1,
        limit=limit,
        bring_in=level.bring_in,
    )
