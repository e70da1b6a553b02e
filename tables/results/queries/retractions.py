"""What taking a bust back would change, shown before it is done: places, seat and chips."""

from typing import Any

from tables.models import Seating
from tables.seating.queries import balance
from tournament.models import Bust, Tournament
from tournament.prizes.queries import placings


def picture(tournament: Tournament, bust: Bust) -> dict[str, Any]:
    """The bust, everybody's place before and after, and where the player would sit."""
    before = {placed.entry: placed for placed in placings.of(tournament)}
    after = {
        placed.entry: placed
        for placed in placings.of(tournament, still_in=frozenset({bust.entry_id}))
    }
    return {
        "name": bust.entry.name,
        "entry": bust.entry_id,
        "at": bust.at,
        "table": bust.table_number,
        "hand": bust.hand_shown,
        "stack_before": bust.stack_before,
        "places": [
            {
                "name": placed.name,
                "before": placed.text,
                "after": after[entry].text if entry in after else "still in",
            }
            for entry, placed in before.items()
            if entry not in after or after[entry].text != placed.text
        ],
        "unchanged": sum(
            entry in after and after[entry].text == placed.text for entry, placed in before.items()
        ),
        "seat": seat_words(bust),
        "sources": _sources(tournament),
    }


def last_seat(bust: Bust) -> Seating | None:
    """Where the player sat when he went out."""
    seats = Seating.objects.filter(entry_id=bust.entry_id).select_related("table")
    return seats.order_by("-id").first()


def is_free(seat: Seating) -> bool:
    """Whether that seat can be taken again."""
    taken = Seating.objects.filter(table=seat.table, seat=seat.seat, until__isnull=True)
    is_usable = seat.seat in balance.usable_seats(seat.table)
    return seat.table.is_open and is_usable and not taken.exists()


def seat_words(bust: Bust) -> str:
    """The old seat where it is free, else one that is drawn."""
    seat = last_seat(bust)
    if seat is None or not is_free(seat):
        return "an open seat by draw; the old one is taken"
    return f"table {seat.table.number}, seat {seat.seat}, as before"


def _sources(tournament: Tournament) -> list[dict[str, Any]]:
    """Whose stack the chips can come from."""
    seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    return [
        {
            "entry": seat.entry_id,
            "name": seat.entry.name,
            "stack": seat.entry.stack,
            "table": seat.table.number,
        }
        for seat in seats.select_related("entry__player", "table").order_by("table__number", "seat")
        if seat.entry.stack
    ]
