"""Seats drawn by chance: the ballot as everybody may read it, and who sits where in the end."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.seating import draw_lists
from engine.seating.ballots import Ballot
from engine.seating.seating import Draw, Place, Table
from tables.commands import Hall
from tournament.draws.services import draws
from tournament.draws.services.draws import Drawn, Wanted
from tournament.models import Entry
from tournament.models.draws import DrawKind


@dataclass(frozen=True, slots=True)
class SeatDraw:
    """What is to be drawn, and which entry each number of its list stands for."""

    wanted: Wanted
    keys: dict[int, int]


@dataclass(frozen=True, slots=True)
class _People:
    """Entries by key: their numbers in a list, and the names beside them."""

    numbers: dict[int, int]
    names: dict[int, str]

    @property
    def keys(self) -> dict[int, int]:
        return {number: key for key, number in self.numbers.items()}


def _people(keys: Iterable[int]) -> _People:
    found = list(Entry.objects.filter(pk__in=set(keys)).select_related("player"))
    return _People(
        {entry.pk: entry.number for entry in found}, {entry.number: entry.name for entry in found}
    )


def by_ballot(kind: DrawKind, title: str, ballot: Ballot) -> SeatDraw:
    """People into open seats; the ballot names entries by their keys."""
    sitting = (entry for table in ballot.tables for entry in table.players.values())
    people = _people([*ballot.entries, *ballot.locked, *sitting])
    about = draw_lists.of_seats(_numbered(ballot, people.numbers), people.names)
    return SeatDraw(Wanted(kind, title, about), people.keys)


def by_card(kind: DrawKind, title: str, entries: Iterable[int], places: list[Place]) -> SeatDraw:
    """One card each, the seats in the order of the cards."""
    people = _people(entries)
    about = draw_lists.of_seats_by_card(people.numbers.values(), places, people.names)
    return SeatDraw(Wanted(kind, title, about), people.keys)


def _numbered(ballot: Ballot, numbers: dict[int, int]) -> Ballot:
    """The same ballot with entries named by their numbers."""
    return Ballot(
        entries=tuple(sorted(numbers[entry] for entry in ballot.entries)),
        tables=tuple(_table_numbered(table, numbers) for table in ballot.tables),
        locked={numbers[entry]: place for entry, place in ballot.locked.items()},
        apart=frozenset(
            frozenset(numbers[entry] for entry in pair)
            for pair in ballot.apart
            if all(entry in numbers for entry in pair)
        ),
    )


def _table_numbered(table: Table, numbers: dict[int, int]) -> Table:
    return replace(table, players={seat: numbers[entry] for seat, entry in table.players.items()})


def make(hall: Hall, asked: SeatDraw, card: str = "") -> tuple[Draw, Drawn]:
    """The seats, by the entries' keys; the caller seats them, then records the draw."""
    drawn = draws.make(hall.tournament, asked.wanted, actor=hall.actor, now=hall.now, card=card)
    found = draw_lists.drawn_seats(drawn.outcome)
    places = {asked.keys[number]: place for number, place in found.places.items()}
    together = tuple(frozenset(asked.keys[n] for n in pair) for pair in found.together)
    return Draw(places, together), drawn
