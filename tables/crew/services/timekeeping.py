"""Let a table's tablet stop and start the clock, nothing else (fours:td-2)."""

from datetime import datetime

from django.db import transaction

from engine import clauses
from engine.refusal import Refused
from tables import locking
from tables.chips.services import stacks
from tables.models import Table
from tables.models.tables import TableState
from tournament.models import Clock
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal


@transaction.atomic
def delegate(*, tournament_id: int, number: int | None, actor: Actor, now: datetime) -> None:
    """The table that keeps the time from now on; None takes it back."""
    require(actor, Permission.RUN_CLOCK, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    clock = Clock.objects.select_for_update(no_key=True).get(pk=tournament_id)
    chosen = _open(tables, number, tournament.rulebook) if number is not None else None
    before = next((t for t in tables.values() if t.pk == clock.timekeeper_table), None)
    if chosen == before:
        return
    clock.timekeeper_table = chosen.pk if chosen else None
    clock.save(update_fields=["timekeeper_table"])
    name = "clock.delegated" if chosen else "clock.not_delegated"
    about = chosen or before
    journal.write(
        actor, name, tournament_id=tournament_id, at=now, table=about.number if about else 0
    )
    for table in filter(None, (before, chosen)):
        stacks.bump(table)


def _open(tables: dict[int, Table], number: int, rulebook: str) -> Table:
    table = tables.get(number)
    if table is None or table.state == TableState.CLOSED:
        clause = clauses.own("fours:td-2", rulebook=rulebook)
        raise Refused(f"There is no open table {number} to keep the time.", clause)
    return table
