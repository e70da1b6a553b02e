"""Locks, in one order: tournament, tables by number, clock, the end of the journal.

A lock never asks for the row's key (`no_key`): rows that point to a tournament or a table are
written by commands that may not wait for whoever holds it.
"""

from tables.models import Table
from tournament.models import Tournament


def table(table_id: int) -> Table:
    """A command on one table holds that row, and only that one."""
    tables = Table.objects.select_for_update(of=("self",), no_key=True)
    return tables.select_related("tournament__clock").get(pk=table_id)


def tournament_and_tables(tournament_id: int) -> tuple[Tournament, dict[int, Table]]:
    """A command across tables holds the tournament, then its tables by number."""
    tournament = (
        Tournament.objects.select_for_update(of=("self",), no_key=True)
        .select_related("clock")
        .get(pk=tournament_id)
    )
    tables = (
        Table.objects.select_for_update(no_key=True)
        .filter(tournament=tournament)
        .order_by("number")
    )
    return tournament, {table.number: table for table in tables}
