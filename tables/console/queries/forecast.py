"""Where the evening stands, how quickly it is dealt, and what was last foreseen for it."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from statistics import mean, median

from engine.clock import clock_reading
from engine.planner import plans
from engine.planner.evening import Plan, Standing
from engine.planner.habits import Habits, at_pace
from tables.models import HandRecord
from tables.results.queries.standings import standing_seats
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.planner.queries import forecast, wall_clock
from tournament.planner.queries.wall_clock import Times
from tournament.prizes.queries import prizes
from tournament.setup.queries import played

MOST_PLAYERS = 1000  # left: of more, what is foreseen would be old before it is told

LATEST_HANDS = 120
MINUTE = timedelta(minutes=1)
FEWEST_HANDS = 8  # below that the evening has no pace of its own yet
LONGEST_HAND = timedelta(minutes=8)  # longer is a break, not a hand


def standing(tournament: Tournament, now: datetime) -> Standing:
    """Every stack by table, and how far the clock is."""
    seats = [seat for seat in standing_seats(tournament.pk) if seat.entry.stack]
    tables = groupby(seats, key=lambda seat: seat.table_id)
    state = clock_queries.state_of(tournament.clock)
    left = clock_reading.remaining(state, now)
    return Standing(
        tables=tuple(tuple(seat.entry.stack for seat in group) for _, group in tables),
        row=state.index,
        seconds_left=None if left is None else max(0.0, left.total_seconds()),
        played_seconds=clock_reading.played(state, now).total_seconds(),
    )


def habits_tonight(tournament: Tournament) -> Habits:
    """The usual habits, at the pace of this evening's latest hands."""
    latest = HandRecord.objects.filter(table__tournament=tournament).order_by("-started_at")
    hands = sorted(
        latest.values_list("table_id", "started_at", "players")[:LATEST_HANDS],
        key=lambda hand: hand[:2],
    )
    gaps, players = [], []
    for (table, began, dealt), (next_table, next_began, _) in pairwise(hands):
        took = next_began - began
        if table == next_table and took < LONGEST_HAND:
            gaps.append(took.total_seconds())
            players.append(len(dealt))
    if len(gaps) < FEWEST_HANDS:
        return Habits()
    return at_pace(Habits(), seconds=median(gaps), players=mean(players))


def plan(tournament: Tournament, entries: int, *, now: datetime) -> Plan:
    """What is left of the evening, as a plan; it ends at its finishing time at the latest."""
    rest = plans.of_structure(
        tournament.structure,
        played=played.of(tournament),
        entries=(max(2, entries), max(2, entries)),
        paid=prizes.places_paid(tournament),
        assumed=habits_tonight(tournament),
    )
    ends_at = clock_queries.finishing_time(tournament)
    return rest if ends_at is None else replace(rest, until=max(0, (ends_at - now) // MINUTE))


def can_be_foreseen(players: int) -> bool:
    """Whether an evening of so many can be played on."""
    return 2 <= players <= MOST_PLAYERS


def most_players(tournament: Tournament) -> int:
    """How many may be left for a forecast; 0 where so few are left."""
    seats = [seat for seat in standing_seats(tournament.pk) if seat.entry.stack]
    return MOST_PLAYERS if len(seats) > MOST_PLAYERS else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakExpected:
    """When the next table breaks, and how many players are left then."""

    left: int
    when: Times


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What was foreseen of the rest of the evening, in times of day."""

    at: datetime
    end: Times
    final: Times | None
    bubble: Times | None
    next_break: BreakExpected | None
    seconds_a_hand: int | None


def latest(tournament: Tournament) -> Expected | None:
    """What was foreseen, in times of day; None where nothing is known, or it is too old."""
    kept = forecast.kept(tournament)
    if kept is None:
        return None
    outlook, at = kept.outlook, kept.at
    breaks = [
        BreakExpected(left=left, when=wall_clock.times(when, at))
        for left, when in outlook.breaks[:1]
    ]
    return Expected(
        at=at,
        end=wall_clock.times(outlook.end, at),
        final=wall_clock.times_if_any(outlook.final, at),
        bubble=wall_clock.times_if_any(outlook.bubble, at),
        next_break=breaks[0] if breaks else None,
        seconds_a_hand=kept.seconds_a_hand,
    )
