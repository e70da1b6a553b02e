"""What is seldom the case at a table, asked in one statement: nearly always nothing is."""

from typing import Any, NamedTuple

from django.db.models import Exists, Q, QuerySet

from tables.models import (
    Bagging,
    ChipCount,
    DealerDuty,
    FloorCall,
    HandForHand,
    Penalty,
    RaceOff,
    SeatCheck,
    SeatOrder,
    Table,
)
from tournament.models import Clock, Tournament
from tournament.models.statements import Statement


class Seldom(NamedTuple):
    """Whether there is one of these; whoever needs to know more of it asks for it then."""

    bags: bool
    chip_count: bool
    seat_check: bool
    order: bool
    floor_call: bool
    race_off: bool
    penalty: bool
    dealer: bool


def _ask(table: int, tournament: int, hand_number: int) -> QuerySet[Table, Any]:
    mine = Q(table=table) | Q(table=None, tournament=tournament)
    here = Q(entry__seatings__table=table, entry__seatings__until=None)
    return Table.objects.filter(pk=table).values_list(
        Exists(Bagging.objects.filter(tournament=tournament, ended_at=None)),
        Exists(ChipCount.standing.filter(tournament=tournament, closed_at=None)),
        Exists(SeatCheck.objects.filter(tournament=tournament, closed_at=None)),
        Exists(SeatOrder.waiting.filter(mine)),
        Exists(FloorCall.objects.filter(table=table, answered_at=None)),
        Exists(RaceOff.standing.filter(table=table, after_hand=hand_number)),
        Exists(Penalty.objects.filter(here, finished_at=None)),
        Exists(DealerDuty.objects.filter(table=table, until=None)),
    )


_STATEMENT = Statement(_ask, keys=3)


def of(table: Table) -> Seldom:
    """What is out of the ordinary at this table now."""
    found = _STATEMENT.row(table.pk, table.tournament_id, table.hand_number)
    return Seldom(*map(bool, found))


class Waiting(NamedTuple):
    """Whether something of the whole tournament waits for tables to end their hands."""

    order: bool
    hand_for_hand: bool
    last_hands: bool


def _ask_waiting(tournament: int) -> QuerySet[Tournament, Any]:
    return Tournament.objects.filter(pk=tournament).values_list(
        Exists(SeatOrder.waiting.filter(tournament=tournament)),
        Exists(HandForHand.objects.filter(tournament=tournament, ended_at=None)),
        Exists(Clock.objects.filter(pk=tournament, last_hands__isnull=False)),
    )


_WAITING = Statement(_ask_waiting, keys=1)


def waiting(tournament_id: int) -> Waiting:
    """What waits for tables to end their hands now."""
    return Waiting(*map(bool, _WAITING.row(tournament_id)))
