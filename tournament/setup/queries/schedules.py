"""Schedules as their editor shows them: what is wrong, and when each row will begin."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.utils import timezone

from engine import games
from engine.amounts import hour
from engine.clock import clock_reading, lawful_schedules
from engine.clock.clock_state import Phase
from engine.refusal import Refused
from engine.schedule import schedule as engine_schedule
from engine.schedule.schedule import Fault, Level, Line, Schedule
from engine.structure import house_rules, level_games, windows
from engine.structure.played import Played
from tournament.clock.queries import clock as clock_queries
from tournament.models import Clock, ScheduleTemplate, Tournament
from tournament.setup.queries import played


def stamp(schedule: Schedule) -> str:
    """Changes with anything in a schedule."""
    written = json.dumps(engine_schedule.to_plain(schedule), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:16]


def rows_begun(clock: Clock) -> int:
    """How many rows, from the first, cannot be changed any more."""
    state = clock_queries.state_of(clock)
    return 0 if state.phase is Phase.WAITING else state.index + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A sentence about a schedule, and the clause it comes from."""

    text: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """A level or break by the clock on the wall."""

    name: str
    kind: str
    text: str
    note: str
    starts_text: str
    ends_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """Every sentence about a schedule, and its preview."""

    wrong: list[Remark]
    doubts: list[Remark] = field(default_factory=list)
    lines: list[PreviewLine] = field(default_factory=list)
    play_text: str = ""
    rest_text: str = ""


def checked(
    tournament: Tournament,
    schedule: Schedule,
    *,
    now: datetime,
    starts_at: datetime | None = None,
) -> Checked:
    """Every sentence about a schedule, and its preview by the clock on the wall."""
    structure = tournament.structure
    chips = [chip["value"] for chip in structure["chips"]]
    faults = engine_schedule.faults(schedule, stack=structure["stack"], chips=chips)
    unusual = lawful_schedules.doubts(schedule, rulebook=tournament.rulebook)
    playable = not any(fault.row is None for fault in faults) and bool(schedule.levels)
    play = sum(level.minutes for level in schedule.levels)
    rest = sum(row.minutes for row in schedule.rows) - play
    return Checked(
        wrong=_wrong(tournament, schedule, faults),
        doubts=[_sentence(fault) for fault in (*faults, *unusual) if fault.is_doubt],
        lines=_lines(tournament, schedule, now, starts_at or now) if playable else [],
        play_text=clock_queries.length_text(timedelta(minutes=play)),
        rest_text=clock_queries.length_text(timedelta(minutes=rest)) if rest else "",
    )


def _wrong(tournament: Tournament, schedule: Schedule, faults: Iterable[Fault]) -> list[Remark]:
    wrong = [_sentence(fault) for fault in faults if not fault.is_doubt]
    unlawful_here = unlawful(schedule, rulebook=tournament.rulebook)
    windows_missed = [_sentence(fault) for fault in windows.faults(schedule, tournament.structure)]
    every = [*wrong, *unlawful_here, *windows_missed]
    return every or undealable(tournament, schedule)


def unreadable(faults: list[Fault]) -> Checked:
    """What is said while the words mean no schedule yet."""
    return Checked(wrong=[_sentence(fault) for fault in faults])


def unlawful(schedule: Schedule, *, rulebook: str) -> list[Remark]:
    """What the book does not allow, with its clause."""
    try:
        lawful_schedules.check(schedule, rulebook=rulebook)
    except Refused as refusal:
        return [Remark(text=refusal.why, clause=refusal.clause)]
    return []


def stands(tournament: Tournament) -> str:
    """The clause by which no level can be changed any more; nothing where some still can."""
    has_started = tournament.started_at is not None
    try:
        lawful_schedules.check_open(has_started=has_started, rulebook=tournament.rulebook)
    except Refused as refusal:
        return refusal.clause
    return ""


def undealable(tournament: Tournament, schedule: Schedule) -> list[Remark]:
    """Levels whose game, blinds or number of players the book or the deck does not allow."""
    seats = tournament.structure["seats_per_table"]
    refused = level_games.refusals(schedule, played=played_with(tournament, schedule), seats=seats)
    return [Remark(text=refusal.why, clause=refusal.clause) for _, refusal in refused]


def played_with(tournament: Tournament, schedule: Schedule) -> Played:
    """What would be played under this schedule: only it says whether over-blinds are posted."""
    plain = {**tournament.structure, "schedule": engine_schedule.to_plain(schedule)}
    return replace(played.of(tournament), settings=house_rules.settings(plain))


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesOffered:
    """What a level may be played as under this book."""

    usual: str
    games: list[tuple[str, str]]
    limits: list[tuple[str, str]]
    may_over_blind: bool
    has_stud: bool


def games_offered(tournament: Tournament) -> GamesOffered:
    """What a level may be played as under this book."""
    return GamesOffered(
        usual=played.of(tournament).game.name,
        games=[(game.id, game.name) for game in level_games.lawful(tournament.law)],
        limits=[(limit, games.LIMIT_NAMES[limit]) for limit in tournament.law.limits.value],
        may_over_blind=tournament.law.over_blind.value,
        has_stud="stud" in tournament.law.families.value,
    )


def _sentence(fault: Fault) -> Remark:
    return Remark(text=fault.sentence, clause=fault.clause)


def _lines(
    tournament: Tournament, schedule: Schedule, now: datetime, starts_at: datetime
) -> list[PreviewLine]:
    state = clock_queries.state_of(tournament.clock)
    if state.phase is Phase.WAITING:
        lines = engine_schedule.preview(schedule, starts_at=starts_at)
    else:
        lines = clock_reading.upcoming(schedule, state, now)
    return [_line(line) for line in lines]


def _line(line: Line) -> PreviewLine:
    is_level = isinstance(line.row, Level)
    return PreviewLine(
        name=f"Level {line.number}" if is_level else "Break",
        kind="level" if is_level else "break",
        text=_level_words(line.row) if isinstance(line.row, Level) else "",
        note=line.row.note,
        starts_text=_time(line.starts_at),
        ends_text=_time(line.ends_at) if line.ends_at else "",
    )


def _level_words(level: Level) -> str:
    words = (clock_queries.level_text(level), clock_queries.game_text(level))
    return " · ".join(filter(None, words))


def _time(moment: datetime) -> str:
    return hour(timezone.localtime(moment))


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateRow:
    """A schedule that was kept, and how many levels it has."""

    id: int
    name: str
    levels: int


def templates() -> list[TemplateRow]:
    """The schedules that were kept, by name."""
    return [
        TemplateRow(id=kept.pk, name=kept.name, levels=len(template(kept).levels))
        for kept in ScheduleTemplate.objects.all()
    ]


def template(kept: ScheduleTemplate) -> Schedule:
    """A kept schedule as the engine knows it."""
    return engine_schedule.from_plain(kept.schedule)
