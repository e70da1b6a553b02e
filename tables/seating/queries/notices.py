"""Tables that have been told that they close, and whether the time has come."""

from datetime import datetime

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from engine.amounts import hour
from engine.rulebooks.citing import by
from tables.console.queries.to_do import Press, ToDo
from tables.models import Table
from tables.models.tables import TableState
from tournament.models import Tournament


def hands_left(table: Table) -> int | None:
    """How many of the last hands announced at this table are still to be dealt."""
    return None if table.closes_after is None else max(0, table.closes_after - table.hand_number)


def words(table: Table) -> str:
    """What the table is told; nothing where it stays open."""
    if table.closes_at is not None:
        return f"This table closes at {hour(timezone.localtime(table.closes_at))}."
    left = hands_left(table)
    if left is None:
        return ""
    if not left:
        return "This table closes now."
    return f"{left} more hand{'s' if left > 1 else ''}, then this table closes."


def is_due(table: Table, *, now: datetime) -> bool:
    """Whether the notice has run out."""
    return hands_left(table) == 0 or (table.closes_at is not None and now >= table.closes_at)


def queue(tournament: Tournament, *, now: datetime) -> list[ToDo]:
    """The console's line for each table whose notice has run out."""
    clause = tournament.law.entries.notice.clause
    told = Q(closes_at__isnull=False) | Q(closes_after__isnull=False)
    tables = Table.objects.filter(told, tournament=tournament).exclude(state=TableState.CLOSED)
    return [
        ToDo(
            kind="break",
            text=f"The notice to table {table.number} has run out",
            detail=f"Close it, or cancel the notice under Hall{by(clause)}.",
            form=Press(
                url=reverse(
                    "break-table", kwargs={"code": tournament.code, "number": table.number}
                ),
                label="Break",
            ),
            link=reverse("hall", kwargs={"code": tournament.code}),
        )
        for table in tables
        if is_due(table, now=now)
    ]
