"""Players on the way to another table, as each page shows them."""

from collections import Counter
from dataclasses import dataclass

from django.urls import reverse

from engine.refusal import Refused
from tables.console.queries.to_do import Ask, Press, ToDo
from tables.models import Seating, Table
from tables.play.queries.pictures import Reading
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, may

MOST_SHOWN = 2
ASK_COUNT = Ask(name="stack", label="Chips counted")


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """A player on the way to this table."""

    seat: int
    name: str
    came_from: str
    stack: int
    received: int | None
    is_counted: bool
    awaits: bool
    differs: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrivals:
    """What the tablet confirms: who comes here, and who sits here."""

    coming: list[Coming]
    more: int
    asked: bool
    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """Where a player of a broken table sits now."""

    name: str
    table: int
    seat: int


def is_supervised(seat: Seating) -> bool:
    """Chips that went from table to table, where who directs confirms it (igr:6.02(g))."""
    return seat.table.tournament.law.equipment.race_off_confirmed.value and _is_from_a_table(seat)


def awaits_confirmation(seat: Seating, actor: Actor) -> bool:
    """Whether this word on the chips is not yet the one that counts."""
    return is_supervised(seat) and not may(
        actor, Permission.RUN_TOURNAMENT, seat.table.tournament_id
    )


def check_counted(seat: Seating, stack: int | None) -> None:
    """Refuse to confirm a transfer without its count (igr:6.02(g))."""
    if is_supervised(seat) and stack is None:
        clause = seat.table.tournament.law.equipment.race_off_confirmed.clause
        raise Refused(f"Count the chips of {seat.entry.name} and write down how many.", clause)


def _is_from_a_table(seat: Seating) -> bool:
    return seat.came_from.startswith("Table")


def of_tablet(reading: Reading) -> Arrivals | None:
    """What the tablet confirms: who comes here, and who sits here; None when nothing is asked."""
    coming = [seat for seat in reading.seats.values() if seat.in_transit]
    asked = reading.scene.is_asked_for_seats
    if not coming and not asked:
        return None
    return Arrivals(
        coming=[_coming(seat) for seat in coming[:MOST_SHOWN]],
        more=max(0, len(coming) - MOST_SHOWN),
        asked=asked and not coming,
        players=len(reading.seats),
    )


def _coming(seat: Seating) -> Coming:
    stack = clock_queries.chips(seat.entry.stack)
    return Coming(
        seat=seat.seat,
        name=seat.entry.name,
        came_from=seat.came_from[:1].lower() + seat.came_from[1:],
        stack=seat.entry.stack,
        received=seat.stack_received,
        is_counted=is_supervised(seat),
        awaits=is_supervised(seat) and seat.stack_received == seat.entry.stack,
        differs=f"{seat.entry.name} came with another stack than {stack}",
    )


def sent_from(table: Table) -> list[Sent]:
    """Where the players of a table that was broken sit now, for its own tablet."""
    here = Seating.objects.filter(
        table__tournament=table.tournament_id,
        came_from__startswith=f"Table {table.number},",
        until__isnull=True,
    )
    found = here.select_related("table", "entry__player").order_by("entry__player__name")
    return [
        Sent(
            name=seat.entry.name,
            table=seat.table.number,
            seat=seat.seat,
        )
        for seat in found
    ]


def queue(tournament: Tournament, seats: list[Seating]) -> list[ToDo]:
    """The console's line for each: the floor can confirm it, or take it back."""
    where = {"code": tournament.code}
    return [
        *_slips(seats, where),
        *_lines(seats, where),
    ]


def _slips(seats: list[Seating], where: dict[str, str]) -> list[ToDo]:
    """A slip for each where several are in transit from one table."""
    left = Counter(
        seat.came_from.partition(",")[0]
        for seat in seats
        if seat.in_transit and _is_from_a_table(seat)
    )
    return [
        ToDo(
            kind="info",
            text=f"{count} players of {table.lower()} are in transit",
            detail="A slip for each player, to print or to show.",
            link=f"{reverse('seat-slips', kwargs=where)}?from={table.removeprefix('Table ')}",
            link_words="Slips",
        )
        for table, count in left.items()
        if count > 1
    ]


def _lines(seats: list[Seating], where: dict[str, str]) -> list[ToDo]:
    return [
        ToDo(
            kind="transit",
            text=f"{seat.entry.name} is in transit to table {seat.table.number}, seat {seat.seat}",
            detail=_detail(seat),
            at=seat.since,
            form=Press(
                url=reverse("arrived", kwargs=where),
                label="Seated",
                fields={"table": seat.table.number, "seat": seat.seat},
                ask=ASK_COUNT if is_supervised(seat) else None,
            ),
            second=_way_back(seat, where),
        )
        for seat in seats
        if seat.in_transit
    ]


def _detail(seat: Seating) -> str:
    chips = clock_queries.chips(seat.entry.stack)
    words = f"From {seat.came_from[:1].lower() + seat.came_from[1:]} with {chips}"
    if seat.carried_by:
        words += f", carried by {seat.carried_by}"
    if seat.stack_received is not None:
        words += f"; {clock_queries.chips(seat.stack_received)} were counted there"
    return words


def _way_back(seat: Seating, where: dict[str, str]) -> Press | None:
    if not _is_from_a_table(seat):
        return None
    return Press(
        url=reverse("turn-back", kwargs=where),
        label="Undo",
        fields={"entry": seat.entry_id},
    )
