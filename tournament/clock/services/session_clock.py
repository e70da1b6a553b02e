"""The clock between sessions: set when a session ends, and wind it back for the next one."""

from dataclasses import replace
from datetime import datetime, timedelta

from engine.clock import clock as engine_clock
from engine.clock.clock_state import ClockState
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock as clock_service
from tournament.models import Clock


def set_end(
    tournament_id: int,
    *,
    finishes_at: datetime | None,
    plays_for: timedelta | None,
    now: datetime,
) -> None:
    """Play of this session ends then; with neither, what was said on the console stays."""
    if finishes_at is None and plays_for is None:
        return
    clock = _locked(tournament_id)
    schedule = clock_queries.schedule_of(clock.tournament)
    state = clock_queries.state_of(clock)
    after, _ = engine_clock.set_finish(
        schedule, state, now, finishes_at=finishes_at, plays_for=plays_for
    )
    _store(clock, after)


def wind_back(tournament_id: int, *, keeps_level: bool) -> None:
    """Ready for the next session: at the first level, or at the one where play stopped."""
    clock = _locked(tournament_id)
    schedule = clock_queries.schedule_of(clock.tournament)
    index = clock_queries.state_of(clock).index if keeps_level else 0
    fresh = engine_clock.waiting(schedule)
    _store(clock, replace(fresh, index=index, remaining=schedule.length(index)))


def _locked(tournament_id: int) -> Clock:
    clocks = Clock.objects.select_for_update(of=("self",), no_key=True)
    return clocks.select_related("tournament").get(pk=tournament_id)


def _store(clock: Clock, after: ClockState) -> None:
    clock_service.settle(clock.pk)
    clock_service.store(clock, after)
