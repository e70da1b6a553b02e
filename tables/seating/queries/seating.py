"""Who sits where, and who moved."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from engine.amounts import hour
from tables.models import Seating, Table
from tables.models.tables import TableState
from tables.results.queries import standings
from tournament.models import JournalEntry, Tournament

RECENT = timedelta(minutes=10)


@dataclass(frozen=True, kw_only=True)
class SeatRow:
    """Where somebody sits."""

    name: str
    table: int
    seat: int
    in_transit: bool


@dataclass(frozen=True, kw_only=True)
class NamedSeat:
    """A seat and who sits there, if anybody."""

    seat: int
    name: str


@dataclass(frozen=True, kw_only=True)
class TableSeats:
    """An open table, seat by seat."""

    number: int
    seats: list[NamedSeat]


@dataclass(frozen=True, kw_only=True)
class MoveRow:
    """Somebody's move: from where to where, when and why."""

    name: str
    from_text: str
    to_text: str
    time_text: str
    reason: str
    in_transit: bool


@dataclass(frozen=True, kw_only=True)
class SeatingPicture:
    """Everything the seating screen shows."""

    version: int
    tables: list[TableSeats]
    by_name: list[SeatRow]
    moves: list[MoveRow]
    broken_text: str


def open_tables(tournament_id: int) -> list[Table]:
    """The tables still in play, by number."""
    tables = Table.objects.filter(tournament_id=tournament_id).exclude(state=TableState.CLOSED)
    return list(tables.prefetch_related("tournament"))  # once for all of them, not in each row


def picture(tournament: Tournament, *, now: datetime) -> SeatingPicture:
    """Everything the seating screen shows."""
    seats = _seats(tournament.pk)
    return SeatingPicture(
        version=standings.version(tournament),
        tables=_tables(tournament.pk, seats),
        by_name=sorted(seats, key=lambda row: row.name.casefold()),
        moves=recent_moves(tournament.pk, now=now),
        broken_text=broken_text(recently_broken(tournament.pk, now=now)),
    )


def tables(tournament_id: int) -> list[TableSeats]:
    """Every open table, seat by seat."""
    return _tables(tournament_id, _seats(tournament_id))


def _seats(tournament_id: int) -> list[SeatRow]:
    """Everybody's seat with the name as everybody may see it, table by table."""
    sitting = Seating.objects.filter(table__tournament_id=tournament_id, until__isnull=True)
    rows = sitting.order_by("table__number", "seat").values_list(
        "entry__name", "table__number", "seat", "in_transit"
    )
    return [
        SeatRow(name=name, table=table, seat=seat, in_transit=in_transit)
        for name, table, seat, in_transit in rows
    ]


def broken_text(numbers: list[int]) -> str:
    """Table 6 is broken; Tables 5 and 6 are broken; empty where no table is."""
    if not numbers:
        return ""
    *most, last = sorted(numbers)
    if not most:
        return f"Table {last} breaks: find your new seat"
    return f"Tables {', '.join(map(str, most))} and {last} break: find your new seat"


def recently_broken(tournament_id: int, *, now: datetime) -> list[int]:
    """The tables broken in the last ten minutes, the newest first."""
    broken = JournalEntry.objects.filter(
        tournament_id=tournament_id, name="table.broken", at__gt=now - RECENT
    )
    closed = Table.objects.filter(tournament_id=tournament_id, state=TableState.CLOSED)
    gone = set(closed.values_list("number", flat=True))
    numbers = [entry.data["table"] for entry in broken.order_by("-sequence")]
    return [number for number in numbers if number in gone]


def _tables(tournament_id: int, seats: list[SeatRow]) -> list[TableSeats]:
    """Every open table, seat by seat, with the name of who sits there."""
    names = {(seat.table, seat.seat): seat.name for seat in seats}
    rows = Table.objects.filter(tournament_id=tournament_id).exclude(state=TableState.CLOSED)
    return [
        TableSeats(
            number=number,
            seats=[
                NamedSeat(seat=seat, name=names.get((number, seat), ""))
                for seat in range(1, last + 1)
            ],
        )
        for number, last in rows.values_list("number", "seats")
    ]


def recent_moves(tournament_id: int, *, now: datetime) -> list[MoveRow]:
    """The same as screens show it."""
    return [_move(seating) for seating in moved(tournament_id, now=now)]


def moved(tournament_id: int, *, now: datetime) -> list[Seating]:
    """Who is on the way first, then the last ten minutes' other moves, the newest first."""
    came = Seating.objects.filter(table__tournament_id=tournament_id, until__isnull=True)
    came = came.filter(Q(since__gt=now - RECENT) | Q(in_transit=True))
    moves = (
        came.exclude(came_from="")
        .select_related("entry__player", "table")
        .order_by("-in_transit", "-since")
    )
    return list(moves)


def _move(seating: Seating) -> MoveRow:
    return MoveRow(
        name=seating.entry.name,
        from_text=seating.came_from,
        to_text=f"Table {seating.table.number}, seat {seating.seat}",
        time_text=hour(timezone.localtime(seating.since)),
        reason=seating.reason,
        in_transit=seating.in_transit,
    )
