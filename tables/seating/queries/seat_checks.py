"""Whether every table has confirmed who sits there: asked before the money is announced."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q
from django.urls import reverse

from tables.console.queries.to_do import Press, ToDo
from tables.models import SeatCheck, SeatConfirmation, Table
from tables.models.tables import TableState
from tables.seating.queries import tables as table_queries
from tournament.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A table, how many sit there, and what it has said."""

    table: int
    players: int
    is_confirmed: bool
    by: str
    at: datetime | None
    said: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckShown:
    """The check on the seats page."""

    asked_at: datetime
    asked_by: str
    rows: list[Answered]
    is_complete: bool


def running(tournament_id: int) -> SeatCheck | None:
    """The check that is on now."""
    return SeatCheck.objects.filter(tournament_id=tournament_id, closed_at__isnull=True).first()


def rows(check: SeatCheck) -> list[Answered]:
    """Each open table: how many sit there, and who confirmed it when.

    Somebody who busts or moves after it makes the table be asked again.
    """
    seated = Count("seatings", filter=Q(seatings__until__isnull=True))
    tables = Table.objects.filter(tournament_id=check.tournament_id)
    said = {
        confirmation.table_id: confirmation for confirmation in check.confirmations.order_by("id")
    }
    return [
        _row(table.number, table.players, said.get(table.pk))
        for table in tables.exclude(state=TableState.CLOSED)
        .annotate(players=seated)
        .order_by("number")
        if table.players
    ]


def _row(number: int, players: int, said: SeatConfirmation | None) -> Answered:
    is_right = said is not None and said.players == players
    return Answered(
        table=number,
        players=players,
        is_confirmed=is_right,
        by=said.by if said is not None and is_right else "",
        at=said.at if said is not None and is_right else None,
        said=said.players if said is not None and not is_right else None,
    )


def waiting(check: SeatCheck) -> list[int]:
    """The tables that have not confirmed yet."""
    return [row.table for row in rows(check) if not row.is_confirmed]


def is_asked(table: Table) -> bool:
    """Whether this table's tablet should confirm its seats now."""
    check = running(table.tournament_id)
    return check is not None and table.number in waiting(check)


def queue(tournament: Tournament) -> list[ToDo]:
    """The console's line while a check is on."""
    check = running(tournament.pk)
    if check is None:
        return []
    missing = waiting(check)
    where = {"code": tournament.code}
    announce = Press(url=reverse("in-the-money", kwargs=where), label="Announce: in the money")
    return [
        ToDo(
            kind="info",
            text="Seats are being confirmed" if missing else "Every table has confirmed",
            detail=table_queries.awaited(missing).capitalize()
            if missing
            else _confirmed(rows(check)),
            at=check.asked_at,
            form=None if missing else announce,
            second=Press(url=reverse("seat-check-drop", kwargs=where), label="Cancel check"),
            link=reverse("seats", kwargs=where),
        )
    ]


def _confirmed(found: list[Answered]) -> str:
    players = sum(row.players for row in found)
    return f"{players} players at {len(found)} tables."


def picture(tournament: Tournament) -> CheckShown | None:
    """The check on the seats page."""
    check = running(tournament.pk)
    if check is None:
        return None
    found = rows(check)
    return CheckShown(
        asked_at=check.asked_at,
        asked_by=check.asked_by,
        rows=found,
        is_complete=all(row.is_confirmed for row in found),
    )


def last_announced(tournament_id: int) -> tuple[str, datetime | None]:
    """What was announced last, and when."""
    done = SeatCheck.objects.filter(tournament_id=tournament_id).exclude(announced="")
    last = done.order_by("-id").first()
    return (last.announced, last.closed_at) if last else ("", None)
