"""State sheets: what one says now, and the sheets that were made."""

from datetime import datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from engine.clock import clock_reading
from engine.lifecycle import TournamentState
from engine.schedule.schedule import Level
from engine.structure import state_sheet
from tables.models import StateSheet
from tables.records.queries import signatures
from tables.results.queries.standings import standing_seats
from tournament.clock.queries import clock as clocks
from tournament.models import Clock, Tournament
from tournament.prizes.queries import placings
from tournament.records.queries.report import Column, Fact, Kind, Report, Sheet, total
from tournament.records.queries.reports.common import event

MOST_LISTED = 60


def as_it_stands(tournament: Tournament, *, now: datetime) -> StateSheet:
    """How play stands now, not yet stored; stacks are those between hands."""
    schedule, state = clocks.schedule_of(tournament), clocks.state_of(tournament.clock)
    left = clock_reading.remaining(state, now)
    is_level = isinstance(schedule.row(state.index), Level)
    seats = standing_seats(tournament.pk)
    still_in = {seat.entry.player_id for seat in seats if seat.entry.stack}
    return StateSheet(
        tournament=tournament,
        row=state.index,
        level=schedule.number(state.index) + (not is_level),  # on a break, the one that comes next
        what=clocks.row_words(schedule, state.index)[:120],
        left="" if left is None or not is_level else clocks.written(left),
        seats=[
            [seat.table.number, seat.seat, seat.entry.name, seat.entry.stack]
            for seat in seats
            if seat.entry.stack
        ],
        out=_out(tournament, still_in),
        at=now,
    )


def _out(tournament: Tournament, still_in: set[int]) -> list[list[Any]]:
    """Places and names; who bought in anew and is still in has no place yet."""
    people = dict(tournament.entries.values_list("pk", "player_id"))
    placed = placings.of(tournament)
    return [[seat.place, seat.name] for seat in placed if people[seat.entry] not in still_in]


def due() -> list[Tournament]:
    """Tournaments in play whose level has no sheet yet."""
    newest = StateSheet.objects.filter(tournament=OuterRef("pk")).order_by("-id")
    found = Tournament.objects.filter(state=TournamentState.RUNNING).select_related("clock")
    found = found.annotate(sheet_row=Subquery(newest.values("row")[:1]))
    return [cup for cup in found if _row(cup.clock) != cup.sheet_row]


def _row(clock: Clock) -> int:
    return clocks.state_of(clock).index


def made(tournament: Tournament) -> QuerySet[StateSheet]:
    """The sheets of a tournament, the newest first."""
    return StateSheet.objects.filter(tournament=tournament)[:MOST_LISTED]


def report(sheet: StateSheet) -> Report:
    """The sheet as a paper."""
    return Report(
        key="state",
        title=state_sheet.TITLE,
        event=event(sheet.tournament),
        made_at=sheet.at,
        facts=[
            Fact(state_sheet.LEVEL, str(sheet.level)),
            Fact(state_sheet.TIME_LEFT, sheet.left),
            Fact("Blinds", sheet.what),
            Fact("As of", sheet.at, Kind.MOMENT),
            Fact("Players", f"{len(sheet.seats)} in, {len(sheet.out)} out"),
            Fact("Chips in play", total(sheet.seats, 3), Kind.NUMBER),
        ],
        sheets=[
            Sheet(
                state_sheet.SEATS_TITLE,
                tuple(
                    Column(title, Kind.TEXT if title == "Player" else Kind.NUMBER)
                    for title in state_sheet.SEATS
                ),
                sheet.seats,
                empty="Nobody sits anywhere.",
            ),
            Sheet(
                state_sheet.OUT_TITLE,
                (Column("Place", Kind.NUMBER), Column("Player")),
                sheet.out,
                empty="Nobody is out.",
            ),
        ],
        note="Stacks are those between hands. If all is lost, open a tournament from this sheet: "
        "New tournament, From a state sheet.",
        anchor=signatures.anchor(sheet.tournament),
    )
