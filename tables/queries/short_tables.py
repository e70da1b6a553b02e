"""Tables that have fallen too far short of the fullest: they wait for players (tda2024:R11-D)."""

from django.db.models import Count

from engine import balancing
from engine.lifecycle import TournamentState
from engine.seating import Table as Sized
from tables.models import Seating, Table
from tables.models.tables import TableState
from tournament.models import Tournament

CLAUSE = "tda2024:R11-D"


def stopped(tournament: Tournament) -> tuple[int, ...]:
    """The numbers of the tables three or more players short of the fullest."""
    if tournament.state != TournamentState.RUNNING:
        return ()
    seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    counted = seats.exclude(table__state=TableState.CLOSED).values_list("table__number")
    sizes = dict(counted.annotate(Count("pk")).order_by())
    return balancing.tables_to_stop(
        [Sized(number, (), dict(enumerate(range(players)))) for number, players in sizes.items()]
    )


def why_stopped(table: Table) -> str:
    """Why no hand is dealt here now; nothing where one may be."""
    if table.is_waived or table.number not in stopped(table.tournament):
        return ""
    return "This table is three players short of the fullest: it waits until players are moved."
