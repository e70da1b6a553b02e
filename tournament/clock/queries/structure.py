"""The structure as the hall reads it."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.utils import timezone

from engine.amounts import hour
from engine.clock import clock_reading
from engine.clock.clock_state import ClockState
from engine.schedule import schedule as engine_schedule
from engine.schedule.schedule import Doubling, Level, Line, Row, Schedule
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament


class Chip(TypedDict):
    """A kind of chip as the structure keeps it."""

    value: int
    colour: str


@dataclass(frozen=True, kw_only=True)
class ScheduleRow:
    """One level or break as the hall reads it."""

    kind: str
    name: str
    blinds_text: str
    ante_text: str
    minutes: int
    starts_text: str
    current: bool
    note: str


@dataclass(frozen=True, kw_only=True)
class StructurePicture:
    """Everything the structure screen shows."""

    version: int
    levels: list[ScheduleRow]
    stack: int
    chip_set: list[Chip]
    seats_per_table: int
    after_text: str


def picture(tournament: Tournament, *, now: datetime) -> StructurePicture:
    """Levels and breaks with the times they are expected at, stack and chips."""
    schedule = clock_queries.schedule_of(tournament)
    state = clock_queries.state_of(tournament.clock)
    return StructurePicture(
        version=tournament.clock.version,
        levels=[_row(schedule, state, line) for line in lines(schedule, state, now)],
        stack=tournament.structure["stack"],
        chip_set=tournament.structure["chips"],
        seats_per_table=tournament.structure["seats_per_table"],
        after_text=after_text(schedule),
    )


def after_text(schedule: Schedule) -> str:
    """What comes after the last level."""
    if isinstance(schedule.after_last, Doubling):
        return f"After the last level everything doubles every {schedule.after_last.every} minutes."
    return "The last level stays until the end."


def lines(schedule: Schedule, state: ClockState, now: datetime) -> list[Line]:
    """The rows that were played, then those to come by the clock on the wall."""
    begun = state.started_at or now
    past = engine_schedule.preview(schedule, starts_at=begun)[: state.index + 1]
    return [*past, *clock_reading.upcoming(schedule, state, now)]


def _row(schedule: Schedule, state: ClockState, line: Line) -> ScheduleRow:
    is_level = isinstance(line.row, Level)
    starts_at = timezone.localtime(line.starts_at)
    return ScheduleRow(
        kind="level" if is_level else "break",
        name=f"Level {line.number}" if is_level else "Break",
        blinds_text=clock_queries.blinds_text(line.row) if isinstance(line.row, Level) else "",
        ante_text=clock_queries.ante_text(line.row) if isinstance(line.row, Level) else "",
        minutes=line.row.minutes,
        starts_text=hour(starts_at) if line.index > state.index else "",
        current=line.index == state.index and state.started_at is not None,
        note=_note(line.row),
    )


def _note(row: Row) -> str:
    """The level's own game, the over-blind it allows, and what was written beside it."""
    if not isinstance(row, Level):
        return row.note
    extra = f"over-blind {clock_queries.chips(row.over_blind)}" if row.over_blind else ""
    return " · ".join(filter(None, (clock_queries.game_text(row), extra, row.note)))
