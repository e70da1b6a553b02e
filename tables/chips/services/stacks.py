"""A player's stack outside a hand: the table that shows it and the entry, held."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from engine.refusal import Refused
from tables.commands import AtTable, TableCommand, When, at_table
from tables.models import Seating
from tournament.clock.services import clock
from tournament.models import Entry
from tournament.permissions import Actor, Permission


@contextmanager
def held(
    tournament_id: int,
    entry_id: int,
    kind: str,
    *,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> Iterator[tuple[AtTable, Entry]]:
    """A seated player's table and entry, held in order, with the clock brought up to now."""
    seat = Seating.objects.filter(
        entry_id=entry_id, until__isnull=True, table__tournament_id=tournament_id
    ).first()
    if seat is None:
        raise Refused("This player has no seat: they are out of the tournament.")
    command, who = TableCommand(seat.table_id, actor, now, command_id), Permission.SELL_CHIPS
    with at_table(command, kind, permission=who, when=When.ANY_TIME) as at:
        clock.catch_up(at.table.tournament.clock, now=now)
        entries = Entry.objects.select_for_update(of=("self",), no_key=True)
        yield at, entries.select_related("player").get(pk=entry_id)
