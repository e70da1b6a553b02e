"""The rows of the schedule after this one, as far as a table goes on without hearing from us."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from engine.clock import clock
from engine.clock.clock_state import (
    COUNTING,
    ClockState,
    Fact,
    PlayFinished,
    RaceOffFellDue,
    WindowOpened,
)
from engine.hand.setup import Setup
from engine.schedule.schedule import Break, Level, Schedule
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament

MOST_LEVELS = 3


@dataclass(frozen=True, slots=True)
class RowToCome:
    """A level, or a break before one: what is posted in it or after it, and when it ends."""

    row: int
    level: Level
    name: str
    is_break: bool
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
        """What the tablet shows when it begins, as the server's page would."""
        extra = (clock_queries.ante_text(self.level), clock_queries.game_text(self.level))
        return {
            "row": self.row,
            "is_break": self.is_break,
            "blinds_text": clock_queries.blinds_text(self.level),
            "ante_text": " · ".join(filter(None, extra)),
            "level_name": self.name,
            "ends_at": in_milliseconds(self.ends_at),
        }


def in_milliseconds(moment: datetime | None) -> int | None:
    """A moment as a browser counts it."""
    return None if moment is None else clock_queries.milliseconds(moment)


@dataclass(frozen=True, slots=True)
class Prospect:
    """The rows to come, and what needs people after the last of them; nothing where none does."""

    rows: tuple[RowToCome, ...] = ()
    then: str = ""
    over_at: datetime | None = None  # play, where that is before this row ends

    @property
    def levels(self) -> int:
        """How many of the rows are played."""
        return sum(not row.is_break for row in self.rows)


def of(tournament: Tournament) -> Prospect:
    """The next levels and the breaks between, until something comes that needs people."""
    schedule = clock_queries.schedule_of(tournament)
    state = clock_queries.state_of(tournament.clock)
    if state.phase not in COUNTING:
        return Prospect()
    ends_at = clock.row_ends(state)
    found = Prospect(over_at=None if ends_at == state.ends_at else ends_at)
    while found.levels < MOST_LEVELS:
        later, why = _next_row(schedule, state)
        if later is None:
            return replace(found, then=why)
        found = replace(found, rows=(*found.rows, _row(schedule, later)))
        state = later
    return found


def _next_row(schedule: Schedule, state: ClockState) -> tuple[ClockState | None, str]:
    """The clock as it enters its next row by itself; or none, and what comes first."""
    before = state.index
    while (due := clock.next_due(schedule, state)) is not None:
        state, facts = clock.advance_due(schedule, state, due)
        if why := _comes_first(facts):
            return None, why
        if state.index != before:
            return state, ""
    return None, ""


def _comes_first(facts: Iterable[Fact]) -> str:
    for fact in facts:
        match fact:
            case RaceOffFellDue():
                return "The level is over: the race-off comes first."
            case WindowOpened():
                return f"First: {fact.what[:1].lower()}{fact.what[1:]} at the desk."
            case PlayFinished():
                return "Play is over by the clock."
            case _:
                continue
    return ""


def _row(schedule: Schedule, state: ClockState) -> RowToCome:
    is_break = isinstance(schedule.row(state.index), Break)
    return RowToCome(
        row=state.index,
        level=schedule.level(state.index),
        name="Break" if is_break else f"Level {schedule.number(state.index)}",
        is_break=is_break,
        ends_at=clock.row_ends(state),
    )
