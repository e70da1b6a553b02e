"""Let a table's tablet stop and start the clock, nothing else (fours:td-2)."""

from datetime import datetime

from engine.refusal import Refused
from tables.commands import across
from tables.models import Table
from tables.models.tables import TableState
from tournament.live.broadcast import EVERYBODY
from tournament.models import Clock
from tournament.permissions import Actor, Permission


def delegate(*, tournament_id: int, number: int | None, actor: Actor, now: datetime) -> None:
    """The table that keeps the time from now on; None takes it back."""
    with across(tournament_id, Permission.RUN_CLOCK, actor=actor, now=now) as hall:
        clock = Clock.objects.select_for_update(no_key=True).get(pk=tournament_id)
        clause = hall.tournament.law.clock.delegated.clause
        chosen = _open(hall.tables, number, clause) if number is not None else None
        before = next((t for t in hall.tables.values() if t.pk == clock.timekeeper_table), None)
        if chosen == before:
            return
        clock.timekeeper_table = chosen.pk if chosen else None
        clock.save(update_fields=["timekeeper_table"])
        name = "clock.delegated" if chosen else "clock.not_delegated"
        about = chosen or before
        hall.write(name, table=about.number if about else 0)
        hall.change(*filter(None, (before, chosen)))
        hall.tell(*EVERYBODY)


def _open(tables: dict[int, Table], number: int, clause: str) -> Table:
    table = tables.get(number)
    if table is None or table.state == TableState.CLOSED:
        raise Refused(f"Table {number} is not open and cannot keep the time.", clause)
    return table
