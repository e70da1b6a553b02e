"""Time called on a player: for how long, and what happens when it is up."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from engine.answers import Answer
from engine.clock import clock as engine_clock
from engine.clock import clock_reading
from engine.clock.clock_state import ClockState, Phase
from engine.conduct import time_called
from engine.conduct.law import Outcome, TimeTerms
from engine.hand.state import Hand
from tables.models import Table
from tables.play.queries.cited import Cited
from tables.play.queries.pictures import Reading
from tournament.clock.queries import clock as clock_queries

ENDS: dict[Outcome, str] = {
    Outcome.DEAD: "Time is up: the hand is dead",
    Outcome.MAY_FOLD: "Time is up: fold the hand",
    Outcome.CHECK: "Time is up: the player checks",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Countdown(Cited):
    """Time called on a player."""

    seat: int
    name: str
    ends_at_ms: int | None
    server_ms: int
    left: int
    countdown: int
    ends: str


def terms_of(table: Table) -> Answer[TimeTerms]:
    """What this book says about time called."""
    return table.tournament.law.conduct.time_called


def mark(hand: Hand) -> list[int]:
    """The decision the clock runs on: once it is taken, the clock is off."""
    return [hand.number, hand.actor, hand.decisions, hand.street]


def running(table: Table, hand: Hand | None) -> dict[str, Any] | None:
    """The clock that runs on the player in turn; None where none does."""
    stored = table.time_called
    if not stored or hand is None or hand.is_over or stored["mark"] != mark(hand):
        return None
    return dict(stored)


def ends_at(table: Table, stored: Mapping[str, Any], *, now: datetime) -> datetime:
    """When the time called is up: what play has stood since then is given back."""
    end = datetime.fromisoformat(stored["ends_at"])
    stood = rested(table, now=now) - timedelta(seconds=stored.get("rested", 0))
    return end + max(timedelta(0), stood)


def rested(table: Table, *, now: datetime) -> timedelta:
    """How long the director has stopped play so far; hands played one for one are play.

    So is the last hand before a break, and that after the clock has finished.
    """
    state = _state(table, now)
    if clock_reading.keeps_hand_for_hand(state):
        return timedelta(0)
    until = state.since if _is_done(state) and state.since is not None else now
    return clock_reading.stood(state, until)


def stands(table: Table, *, now: datetime) -> bool:
    """While play is stopped, for a dispute say, nobody's time runs out."""
    state = _state(table, now)
    is_played_on = state.phase in (Phase.SCHEDULED_BREAK, Phase.CALLED_BREAK, Phase.FINISHED)
    return not (clock_reading.may_start_hand(state) or is_played_on)


def _is_done(state: ClockState) -> bool:
    return state.phase is Phase.FINISHED


def _state(table: Table, now: datetime) -> ClockState:
    schedule = clock_queries.schedule_of(table.tournament)
    stored = clock_queries.state_of(table.tournament.clock)
    return engine_clock.advance_due(schedule, stored, now)[0]


def was_up(table: Table, hand: Hand, *, now: datetime) -> datetime | None:
    """When the time called on the player in turn ended by itself; None while it still runs."""
    called = running(table, hand)
    if called is None or table.time_due_at is None or stands(table, now=now):
        return None
    end = ends_at(table, called, now=now)
    return end if end <= now else None


def picture(reading: Reading, *, now: datetime) -> Countdown | None:
    """The countdown as tablet and console show it."""
    hand = reading.hand
    stored = running(reading.table, hand)
    if stored is None or hand is None:
        return None
    said, seat = terms_of(reading.table), stored["seat"]
    faces_bet = hand.bet_to_match > hand.bets[seat]
    end = ends_at(reading.table, stored, now=now)
    is_standing = stands(reading.table, now=now)
    return Countdown(
        seat=seat,
        name=reading.names.get(seat, f"Seat {seat}"),
        ends_at_ms=None if is_standing else clock_queries.milliseconds(end),
        server_ms=clock_queries.milliseconds(now),
        left=max(0, round((end - now).total_seconds())),
        countdown=stored.get("countdown", said.value.countdown),
        ends=ENDS[time_called.outcome(said.value, faces_bet=faces_bet)],
        clause=said.clause,
    )
