"""What taking a bust back would change, shown before it is done: places, seat and chips."""

from dataclasses import dataclass
from datetime import datetime

from tables.models import Seating
from tables.seating.queries import balance
from tournament.models import Bust, Tournament
from tournament.prizes.queries import placings


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceChanged:
    """A player's place before and after a bust is undone."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipSource:
    """A stack that the chips can come from."""

    entry: int
    name: str
    stack: int
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Retraction:
    """A bust, everybody's place before and after it is undone, and where the player would sit."""

    name: str
    entry: int
    at: datetime
    table: int
    hand: int
    stack_before: int
    places: list[PlaceChanged]
    unchanged: int
    seat: str
    sources: list[ChipSource]


def picture(tournament: Tournament, bust: Bust) -> Retraction:
    """The bust, everybody's place before and after, and where the player would sit."""
    before = placings.of(tournament)
    still_in = frozenset({bust.entry_id})
    after = {placed.entry: placed.text for placed in placings.of(tournament, still_in=still_in)}
    changed = [placed for placed in before if after.get(placed.entry) != placed.text]
    return Retraction(
        name=bust.entry.name,
        entry=bust.entry_id,
        at=bust.at,
        table=bust.table_number,
        hand=bust.hand_shown,
        stack_before=bust.stack_before,
        places=[
            PlaceChanged(
                name=placed.name,
                before=placed.text,
                after=after.get(placed.entry, "still in"),
            )
            for placed in changed
        ],
        unchanged=len(before) - len(changed),
        seat=seat_words(bust),
        sources=_sources(tournament),
    )


def last_seat(bust: Bust) -> Seating | None:
    """Where the player sat when they went out."""
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


def _sources(tournament: Tournament) -> list[ChipSource]:
    """Whose stack the chips can come from."""
    seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    return [
        ChipSource(
            entry=seat.entry_id,
            name=seat.entry.name,
            stack=seat.entry.stack,
            table=seat.table.number,
        )
        for seat in seats.select_related("entry__player", "table").order_by("table__number", "seat")
        if seat.entry.stack
    ]
