"""Seats that are drawn: before play, for latecomers, when a table breaks, and at the final.

A ballot is what a draw is applied to, published before it; `draw` is what chance makes of it. All
that chance decides are two orders, of the people and of the open seats: in their order people take
the first open seat at a table with fewest players.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.chance import Chance
from engine.refusal import Refused
from engine.seating.seating import (
    NO_PAIRS,
    NOBODY,
    Draw,
    Move,
    Pairs,
    Place,
    Plan,
    Table,
    met,
    places_of,
    sharing,
)


@dataclass(frozen=True, slots=True)
class Ballot:
    """Who draws, in which seats they may come to sit, who stays in a seat, who is kept apart."""

    entries: tuple[int, ...]
    tables: tuple[Table, ...]
    locked: Mapping[int, Place] = field(default_factory=dict)
    apart: Pairs = NO_PAIRS

    @property
    def open_places(self) -> list[Place]:
        """Every seat that can be drawn, table by table."""
        used = set(self.locked.values())
        everywhere = (Place(table.number, s) for table in self.tables for s in table.open_seats)
        return [place for place in everywhere if place not in used]

    @property
    def sizes(self) -> dict[int, int]:
        """How many are at each table before anybody has drawn."""
        counts = {table.number: table.size for table in self.tables}
        for place in self.locked.values():
            counts[place.table] += 1
        return counts


def of(
    entries: Iterable[int],
    tables: Iterable[Table],
    *,
    apart: Pairs = NO_PAIRS,
    locked: Mapping[int, Place] | None = None,
) -> Ballot:
    """Everybody into balanced tables (canberra:8.4, igr:A.2(r)); who is placed stays."""
    kept = dict(locked or {})
    drawing = tuple(entry for entry in sorted(entries) if entry not in kept)
    ballot = Ballot(drawing, tuple(tables), kept, apart)
    if len(drawing) > (seats := len(ballot.open_places)):
        raise Refused(f"{len(drawing)} players, but only {seats} seats.")
    return ballot


def of_latecomer(entry: int, tables: Sequence[Table], *, apart: Pairs = NO_PAIRS) -> Ballot:
    """An open seat at a table with fewest players (tda2024:R8)."""
    free = [table for table in tables if table.open_seats]
    if not free:
        raise Refused("Every seat is taken.")
    welcome = [table for table in free if met(entry, table, apart) is None] or free
    fewest = min(table.size for table in welcome)
    return of([entry], [table for table in welcome if table.size == fewest])


def of_broken_table(
    tables: Sequence[Table],
    number: int,
    *,
    locked: Collection[int] = NOBODY,
    apart: Pairs = NO_PAIRS,
) -> Ballot:
    """The players of a table into the open seats of the others (tda2024:R10)."""
    table = next((t for t in tables if t.number == number), None)
    if table is None:
        raise Refused(f"There is no table {number}.")
    if any(entry in locked for entry in table.players.values()):
        raise Refused(f"A seat at table {number} is locked: break another table, or unlock it.")
    return of(table.players.values(), [t for t in tables if t.number != number], apart=apart)


def of_final(tables: Sequence[Table], final: Table, *, locked: Collection[int] = NOBODY) -> Ballot:
    """Everyone for a new seat at the final table, but for those who cannot leave theirs there."""
    origin = places_of(tables)
    stuck = {e: place for e, place in origin.items() if e in locked}
    if any(place.table != final.number for place in stuck.values()):
        raise Refused("A locked seat is at another table: unlock it, or play the final there.")
    return of(origin, [replace(final, players={})], locked=stuck)


def draw(ballot: Ballot, chance: Chance) -> Draw:
    """Who gets which seat. Players who are kept apart change places where that parts them."""
    people = chance.order("people", ballot.entries)
    seats = chance.order("seats", ballot.open_places)
    drawn = dict(_taken_in_turn(people, seats, ballot.sizes))
    parted = _parted(drawn, ballot, people)
    everybody = {**ballot.locked, **parted}
    staying = places_of(ballot.tables)
    return Draw(everybody, tuple(sharing(staying | everybody, ballot.apart)))


def _taken_in_turn(
    people: Sequence[int], seats: Sequence[Place], sizes: Mapping[int, int]
) -> Iterator[tuple[int, Place]]:
    """Each the first seat of the order at one of the tables with fewest players."""
    players = dict(sizes)
    free: dict[int, list[tuple[int, Place]]] = {number: [] for number in sizes}
    for turn, place in reversed(list(enumerate(seats))):
        free[place.table].append((turn, place))
    for entry in people:
        open_tables = (number for number in free if free[number])
        table = min(open_tables, key=lambda number: (players[number], free[number][-1][0]))
        players[table] += 1
        yield entry, free[table].pop()[1]


def _parted(places: dict[int, Place], ballot: Ballot, people: Sequence[int]) -> dict[int, Place]:
    """While an exchange leaves fewer pairs together, the first such in the drawn order is made."""
    if not ballot.apart:
        return places
    staying = places_of(ballot.tables) | dict(ballot.locked)
    while (better := _exchanged(places, staying, ballot.apart, people)) is not None:
        places = better
    return places


def _exchanged(
    places: dict[int, Place], staying: Mapping[int, Place], apart: Pairs, people: Sequence[int]
) -> dict[int, Place] | None:
    now = sharing({**staying, **places}, apart)
    movable = [entry for pair in now for entry in sorted(pair) if entry in places]
    for entry in movable:
        for other in people:
            swapped = {**places, entry: places[other], other: places[entry]}
            if len(sharing({**staying, **swapped}, apart)) < len(now):
                return swapped
    return None


def broken(tables: Sequence[Table], number: int, drawn: Draw) -> Plan:
    """The moves that close a table, as they were drawn."""
    return Plan(_moves(tables, drawn, f"table {number} breaks", "tda2024:R10"), drawn.warnings)


def final(tables: Sequence[Table], drawn: Draw) -> Plan:
    """The moves to the final table, as they were drawn."""
    return Plan(_moves(tables, drawn, "final table", "tda2024:RP-9"))


def _moves(tables: Sequence[Table], drawn: Draw, reason: str, clause: str) -> tuple[Move, ...]:
    origin = places_of(tables)
    return tuple(
        Move(entry, origin[entry], drawn.places[entry], reason, clause)
        for entry in sorted(drawn.places)
    )
