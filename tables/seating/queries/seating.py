"""Who sits where, and who moved."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from tables.models import Seating, Table
from tables.models.tables import TableState
from tables.results.queries import standings
from tournament.models import JournalEntry, Tournament
from tournament.models.entries import shown_name

RECENT = timedelta(minutes=10)


def open_tables(tournament_id: int) -> list[Table]:
    """The tables still in play, by number."""
    tables = Table.objects.filter(tournament_id=tournament_id).exclude(state=TableState.CLOSED)
    return list(tables.prefetch_related("tournament"))  # once for all of them, not in each row


def picture(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """Everything the seating screen shows."""
    seats = _seats(tournament.pk)
    return {
        "version": standings.version(tournament),
        "tables": _tables(tournament.pk, seats),
        "by_name": sorted(seats, key=lambda row: str(row["name"]).casefold()),
        "moves": recent_moves(tournament.pk, now=now),
        "broken_text": broken_text(recently_broken(tournament.pk, now=now)),
    }


def _seats(tournament_id: int) -> list[dict[str, Any]]:
    """Everybody's seat with the name as everybody may see it, table by table."""
    sitting = Seating.objects.filter(table__tournament_id=tournament_id, until__isnull=True)
    rows = sitting.order_by("table__number", "seat").values_list(
        "entry__player__alias", "entry__player__name", "table__number", "seat", "in_transit"
    )
    return [
        {"name": shown_name(alias, name), "table": table, "seat": seat, "in_transit": in_transit}
        for alias, name, table, seat, in_transit in rows
    ]


def broken_text(numbers: list[int]) -> str:
    """Table 6 is broken; Tables 5 and 6 are broken; nothing where none is."""
    if not numbers:
        return ""
    *most, last = sorted(numbers)
    if not most:
        return f"Table {last} is broken"
    return f"Tables {', '.join(map(str, most))} and {last} are broken"


def recently_broken(tournament_id: int, *, now: datetime) -> list[int]:
    """The tables broken in the last ten minutes, the newest first."""
    broken = JournalEntry.objects.filter(
        tournament_id=tournament_id, name="table.broken", at__gt=now - RECENT
    )
    return [entry.data["table"] for entry in broken.order_by("-sequence")]


def _tables(tournament_id: int, seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every open table, seat by seat, with the name of who sits there."""
    names = {(seat["table"], seat["seat"]): seat["name"] for seat in seats}
    tables = Table.objects.filter(tournament_id=tournament_id).exclude(state=TableState.CLOSED)
    return [
        {
            "number": number,
            "seats": [
                {"seat": seat, "name": names.get((number, seat), "")} for seat in range(1, last + 1)
            ],
        }
        for number, last in tables.values_list("number", "seats")
    ]


def recent_moves(tournament_id: int, *, now: datetime) -> list[dict[str, Any]]:
    """Who is on the way first, then the last ten minutes' other moves, the newest first."""
    came = Seating.objects.filter(table__tournament_id=tournament_id, until__isnull=True)
    came = came.filter(Q(since__gt=now - RECENT) | Q(in_transit=True))
    moves = (
        came.exclude(came_from="")
        .select_related("entry__player", "table")
        .order_by("-in_transit", "-since")
    )
    return [_move(seating) for seating in moves]


def _move(seating: Seating) -> dict[str, Any]:
    return {
        "name": seating.entry.name,
        "from_text": seating.came_from,
        "to_text": f"Table {seating.table.number}, seat {seating.seat}",
        "time_text": timezone.localtime(seating.since).strftime("%H:%M"),
        "reason": seating.reason,
        "in_transit": seating.in_transit,
    }
