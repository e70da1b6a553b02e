"""Schedules as their editor shows them: what is wrong, and when each row will begin."""

import hashlib
import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from engine import games
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


def checked(
    tournament: Tournament,
    schedule: Schedule,
    *,
    now: datetime,
    starts_at: datetime | None = None,
) -> dict[str, Any]:
    """Every sentence about a schedule, and its preview by the clock on the wall."""
    structure = tournament.structure
    chips = [chip["value"] for chip in structure["chips"]]
    faults = engine_schedule.faults(schedule, stack=structure["stack"], chips=chips)
    wrong = [_sentence(fault) for fault in faults if not fault.is_doubt]
    lawful = unlawful(schedule, rulebook=tournament.rulebook)
    lawful += [_sentence(fault) for fault in windows.faults(schedule, structure)]
    if not wrong and not lawful:
        lawful = undealable(tournament, schedule)
    unusual = lawful_schedules.doubts(schedule, rulebook=tournament.rulebook)
    playable = not any(fault.row is None for fault in faults) and bool(schedule.levels)
    return {
        "wrong": [*wrong, *lawful],
        "doubts": [_sentence(fault) for fault in (*faults, *unusual) if fault.is_doubt],
        "lines": _lines(tournament, schedule, now, starts_at or now) if playable else [],
        **_sums(schedule),
    }


def unreadable(faults: list[Fault]) -> dict[str, Any]:
    """What is said while the words mean no schedule yet."""
    return {"wrong": [_sentence(fault) for fault in faults], "doubts": [], "lines": []}


def unlawful(schedule: Schedule, *, rulebook: str) -> list[dict[str, str]]:
    """What the book does not allow, with its clause."""
    try:
        lawful_schedules.check(schedule, rulebook=rulebook)
    except Refused as refusal:
        return [{"text": refusal.why, "clause": refusal.clause}]
    return []


def stands(tournament: Tournament) -> str:
    """The clause by which no level can be changed any more; nothing where some still can."""
    has_started = tournament.started_at is not None
    try:
        lawful_schedules.check_open(has_started=has_started, rulebook=tournament.rulebook)
    except Refused as refusal:
        return refusal.clause
    return ""


def undealable(tournament: Tournament, schedule: Schedule) -> list[dict[str, str]]:
    """Levels whose game, blinds or number of players the book or the deck does not allow."""
    seats = tournament.structure["seats_per_table"]
    refused = level_games.refusals(schedule, played=played_with(tournament, schedule), seats=seats)
    return [{"text": refusal.why, "clause": refusal.clause} for _, refusal in refused]


def played_with(tournament: Tournament, schedule: Schedule) -> Played:
    """What would be played under this schedule: only it says whether over-blinds are posted."""
    plain = {**tournament.structure, "schedule": engine_schedule.to_plain(schedule)}
    return replace(played.of(tournament), settings=house_rules.settings(plain))


def games_offered(tournament: Tournament) -> dict[str, Any]:
    """What a level may be played as under this book."""
    return {
        "usual": played.of(tournament).game.name,
        "games": [(game.id, game.name) for game in level_games.lawful(tournament.law)],
        "limits": [(limit, games.LIMIT_NAMES[limit]) for limit in tournament.law.limits.value],
        "may_over_blind": tournament.law.over_blind.value,
        "has_stud": "stud" in tournament.law.families.value,
    }


def _sentence(fault: Fault) -> dict[str, str]:
    return {"text": fault.sentence, "clause": fault.clause}


def _lines(
    tournament: Tournament, schedule: Schedule, now: datetime, starts_at: datetime
) -> list[dict[str, Any]]:
    state = clock_queries.state_of(tournament.clock)
    if state.phase is Phase.WAITING:
        lines = engine_schedule.preview(schedule, starts_at=starts_at)
    else:
        lines = clock_reading.upcoming(schedule, state, now)
    return [_line(line) for line in lines]


def _line(line: Line) -> dict[str, Any]:
    is_level = isinstance(line.row, Level)
    return {
        "name": f"Level {line.number}" if is_level else "Break",
        "kind": "level" if is_level else "break",
        "text": _level_words(line.row) if isinstance(line.row, Level) else "",
        "note": line.row.note,
        "starts_text": _time(line.starts_at),
        "ends_text": _time(line.ends_at) if line.ends_at else "",
    }


def _level_words(level: Level) -> str:
    words = (clock_queries.level_text(level), clock_queries.game_text(level))
    return " · ".join(filter(None, words))


def _time(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%H:%M")


def _sums(schedule: Schedule) -> dict[str, Any]:
    play = sum(level.minutes for level in schedule.levels)
    rest = sum(row.minutes for row in schedule.rows) - play
    return {
        "play_text": clock_queries.length_text(timedelta(minutes=play)),
        "rest_text": clock_queries.length_text(timedelta(minutes=rest)) if rest else "",
    }


def templates() -> list[dict[str, Any]]:
    """The schedules that were kept, by name."""
    return [
        {"id": kept.pk, "name": kept.name, "levels": len(template(kept).levels)}
        for kept in ScheduleTemplate.objects.all()
    ]


def template(kept: ScheduleTemplate) -> Schedule:
    """A kept schedule as the engine knows it."""
    return engine_schedule.from_plain(kept.schedule)
