"""The level after this one, where a table may go on into it without hearing from the server."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from engine.clock_state import ClockState
from engine.schedule import Level, Schedule
from engine.setup import Setup
from tournament.models import Tournament
from tournament.queries import clock as clock_queries


@dataclass(frozen=True, slots=True)
class NextLevel:
    """What is posted in it, and from when to when; no end where it stays."""

    level: Level
    row: int
    number: int
    ends_at: datetime | None

    def at(self, wanted: Setup) -> Setup:
        """The same hand at this level."""
        return replace(
            wanted,
            blinds=self.level.blinds,
            ante=self.level.ante,
            big_blind_ante=self.level.big_blind_ante,
            bring_in=self.level.bring_in,
            small_bet=self.level.small_bet,
        )

    def told(self) -> dict[str, Any]:
        """What the tablet shows when it begins."""
        ends_at = self.ends_at
        return {
            "level": self.row,
            "blinds_text": clock_queries.blinds_text(self.level),
            "ante_text": clock_queries.ante_text(self.level),
            "level_name": f"Level {self.number}",
            "ends_at": None if ends_at is None else clock_queries.milliseconds(ends_at),
        }


def of(tournament: Tournament) -> NextLevel | None:
    """The next level; None where a break, a race-off, another game or the end comes first."""
    schedule = clock_queries.schedule_of(tournament)
    state = clock_queries.state_of(tournament.clock)
    here, row = schedule.row(state.index), schedule.row(state.index + 1)
    if state.ends_at is None or not isinstance(here, Level) or not isinstance(row, Level):
        return None
    if here.race_offs or row.game != here.game or _ends_first(state):
        return None
    number = schedule.number(state.index + 1)
    return NextLevel(row, state.index + 1, number, _end(schedule, state))


def _ends_first(state: ClockState) -> bool:
    """Whether play is over before the next level, or nobody could tell from here."""
    is_due = bool(state.finishes_at and state.ends_at and state.finishes_at <= state.ends_at)
    return is_due or state.plays_for is not None


def _end(schedule: Schedule, state: ClockState) -> datetime | None:
    length = schedule.length(state.index + 1)
    ends = [state.finishes_at] if state.finishes_at else []
    if state.ends_at is not None and length is not None:
        ends.append(state.ends_at + length)
    return min(ends, default=None)
