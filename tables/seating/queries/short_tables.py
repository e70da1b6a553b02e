"""Tables that have fallen too far short of the fullest: they wait for players (tda2024:R11-D)."""

from enum import StrEnum

from django.db.models import Count, Q

from engine import rulebooks
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.seating import balancing
from engine.seating.seating import Table as Sized
from tables.models import Table
from tables.models.tables import TableState
from tables.seating.queries import balance
from tables.seating.queries.balance import Hall
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament

CLAUSE = "tda2024:R11-D"


def clause_of(tournament: Tournament) -> str:
    """By which rule a table waits."""
    return rulebooks.cited(CLAUSE, rulebook=tournament.rulebook)


class Short(StrEnum):
    """What becomes of a table that is too short."""

    WAITS = "Too short: waits"
    PLAYS_ON = "Too short: plays on"
    SOON = "Too short: stops at its empty seats"


def states(tournament: Tournament, hall: Hall | None = None) -> dict[int, Short]:
    """The tables three or more players short of the fullest, and what becomes of each."""
    if tournament.state != TournamentState.RUNNING or (hall is None and not _is_any(tournament)):
        return {}
    hall = hall or balance.read(tournament.pk)
    sized = {table.number: table for table in hall.for_engine}
    rows = {table.number: table for table in hall.tables}
    short = balancing.too_short(list(sized.values()))
    return {number: _state(tournament, rows[number], sized[number]) for number in short}


def _is_any(tournament: Tournament) -> bool:
    """Whether a table may be too short, in one statement: no hand is dealt without asking.

    It tells each size once, however many tables have it.
    """
    seated = Count("seatings", filter=Q(seatings__until__isnull=True))
    tables = Table.objects.filter(tournament=tournament).exclude(state=TableState.CLOSED)
    found = tables.annotate(players=seated).values_list("players", flat=True)
    sizes = enumerate(found.order_by().distinct())
    return bool(balancing.too_short([Sized(n, (), dict.fromkeys(range(p), 0)) for n, p in sizes]))


def _state(tournament: Tournament, table: Table, sized: Sized) -> Short:
    """The director's word first; then the rule, which leaves six-handed and turbo events to him."""
    if table.is_waived or table.is_stopped:
        return Short.PLAYS_ON if table.is_waived else Short.WAITS
    level = clock_queries.level_now(tournament)
    seats = tournament.structure["seats_per_table"]
    if balancing.is_at_discretion(seats_per_table=seats, level_minutes=level.minutes):
        return Short.PLAYS_ON
    return Short.WAITS if balancing.are_blinds_touched(sized) else Short.SOON


def check(table: Table) -> None:
    """Refuse a hand at a table that waits for players."""
    if states(table.tournament).get(table.number) is Short.WAITS:
        why = "This table is three players short of the fullest: it waits until players are moved."
        raise Refused(why, clause_of(table.tournament))
