"""What one level asks, in the planner's bare numbers."""

from dataclasses import dataclass

from engine.games import Game
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

    @property
    def is_no_limit(self) -> bool:
        return self.limit == "no"

    def opening_raise(self, units: float) -> int:
        """What the first raise comes to."""
        return 2 * self.unit if self.limit in FIXED else int(units * self.unit)

    def second_raise(self, bet: int, stack: int) -> int:
        """What the raise of a raise comes to: everything, or what the limit lets it."""
        if self.is_no_limit:
            return stack
        return min(stack, bet + self.unit if self.limit in FIXED else 3 * bet)

    def bet_into(self, pot: int) -> int:
        """A bet of the pot where the limit lets it, half of it or a fixed bet where it does not."""
        if self.limit in FIXED:
            return 2 * self.unit
        return max(self.unit, pot // 2 if self.limit == "half-pot" else pot)


FIXED = ("fixed", "structured", "manila")


def of(level: Level, game: Game, limit: str) -> Stakes:
    """A level of this game."""
    return Stakes(
        blinds=level.blinds,
        ante=level.ante,
        big_blind_ante=level.big_blind_ante,
        unit=level.greatest,
        streets=len(game.streets) - 1,
        limit=limit,
    )
