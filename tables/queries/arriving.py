"""Players on the way to another table, as each page shows them."""

from typing import Any

from django.urls import reverse

from tables.models import Seating
from tables.queries import seat_checks
from tables.queries.pictures import Reading
from tournament.models import Tournament
from tournament.queries import clock as clock_queries

MOST_SHOWN = 2


def of_tablet(reading: Reading) -> dict[str, Any] | None:
    """What the tablet confirms: who comes here, and who sits here; None when nothing is asked."""
    coming = [seat for seat in reading.seats.values() if seat.in_transit]
    asked = seat_checks.is_asked(reading.table)
    if not coming and not asked:
        return None
    return {
        "coming": [_coming(seat) for seat in coming[:MOST_SHOWN]],
        "more": max(0, len(coming) - MOST_SHOWN),
        "asked": asked and not coming,
        "players": len(reading.seats),
    }


def _coming(seat: Seating) -> dict[str, Any]:
    stack = clock_queries.chips(seat.entry.stack)
    return {
        "seat": seat.seat,
        "name": seat.entry.name,
        "came_from": seat.came_from[:1].lower() + seat.came_from[1:],
        "stack": seat.entry.stack,
        "received": seat.stack_received,
        "differs": f"{seat.entry.name} came with another stack than {stack}",
    }


def queue(tournament: Tournament, seats: list[Seating]) -> list[dict[str, Any]]:
    """The console's line for each: the floor can confirm it, or take it back."""
    where = {"code": tournament.code}
    return [
        {
            "kind": "transit",
            "text": f"{seat.entry.name} is on the way to table {seat.table.number}, "
            f"seat {seat.seat}",
            "detail": _detail(seat),
            "at": seat.since,
            "form": {
                "url": reverse("arrived", kwargs=where),
                "label": "Sits there",
                "fields": {"table": seat.table.number, "seat": seat.seat},
            },
            **_way_back(seat, where),
        }
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


def _way_back(seat: Seating, where: dict[str, str]) -> dict[str, Any]:
    if not seat.came_from.startswith("Table"):
        return {}
    return {
        "second": {
            "url": reverse("turn-back", kwargs=where),
            "label": "Take back",
            "fields": {"entry": seat.entry_id},
        }
    }
