"""The state sheet: who sits where with how much, and where the clock stands, as read from paper.

A line of a player still in is `table, seat, name, chips`; of one who is out, `place, name`. The
sheet's own file reads back as it was written; lines typed from the paper need no headings.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from engine.amounts import figure
from engine.refusal import Refused

T = TypeVar("T")
LEVEL, TIME_LEFT = "Level", "Time left"
SEATS, OUT = ("Table", "Seat", "Player", "Chips"), ("Place", "Player")
SEATS_TITLE, OUT_TITLE, TITLE = "Seats and stacks", "Out", "State sheet"
OTHER_FACTS = ("Blinds", "As of", "Players", "Chips in play")
HEADINGS = frozenset(
    words.casefold() for words in (SEATS[0], OUT[0], SEATS_TITLE, OUT_TITLE, TITLE, *OTHER_FACTS)
)
MOST_LINES = 5000
MOST_CHIPS = 10**15


@dataclass(frozen=True, slots=True)
class Seated:
    """A player still in."""

    table: int
    seat: int
    name: str
    chips: int


@dataclass(frozen=True, slots=True)
class Gone:
    """A player who is out, and the place; two may share one."""

    place: int
    name: str


@dataclass(frozen=True, slots=True)
class StateSheet:
    """What the sheet says; level and time are None where it does not."""

    seats: tuple[Seated, ...]
    out: tuple[Gone, ...] = ()
    level: int | None = None
    left: timedelta | None = None

    @property
    def names(self) -> list[str]:
        """Everybody on it, those still in first."""
        return [seat.name for seat in self.seats] + [player.name for player in self.out]


def read(rows: Iterable[Sequence[str]]) -> StateSheet:
    """The sheet in these rows; refused with the number of the first line that makes no sense."""
    seats: list[Seated] = []
    out: list[Gone] = []
    said: dict[str, str] = {}
    for number, row in enumerate(rows, 1):
        cells = [cell.strip() for cell in row]
        if number > MOST_LINES:
            raise Refused(f"A state sheet has at most {figure(MOST_LINES)} lines.")
        match [cell for cell in cells if cell]:
            case []:
                pass
            case [first, *rest] if not _is_number(first):
                said |= _fact(first, rest, number)
            case [table, seat, name, chips]:
                seats.append(_seated(number, table, seat, name, chips))
            case [place, name]:
                out.append(Gone(_number(place, "place", number), name))
            case _:
                raise Refused(
                    f"Line {number}: write table, seat, name and chips of a player still in, "
                    "or place and name of one who is out."
                )
    sheet = StateSheet(tuple(seats), tuple(out), _level(said), _left(said))
    check(sheet)
    return sheet


def check(sheet: StateSheet) -> None:
    """Refuse what cannot have been so."""
    places = [(seat.table, seat.seat) for seat in sheet.seats]
    names = [name.casefold() for name in sheet.names]
    if len(sheet.seats) < 2:
        raise Refused("At least two players are still in: write table, seat, name and chips.")
    if (twice := _first_twice(places)) is not None:
        raise Refused(f"Table {twice[0]}, seat {twice[1]} is on the sheet twice.")
    if (name := _first_twice(names)) is not None:
        shown = next(one for one in sheet.names if one.casefold() == name)
        raise Refused(f"{shown} is on the sheet twice: tell two of that name apart.")
    worst = len(sheet.seats) + len(sheet.out)
    for one in sheet.out:
        if not len(sheet.seats) < one.place <= worst:
            raise Refused(
                f"{one.name} cannot be out in place {one.place}: {len(sheet.seats)} are still in "
                f"and {len(sheet.out)} are out."
            )


def _seated(number: int, table: str, seat: str, name: str, chips: str) -> Seated:
    made = Seated(
        _number(table, "table", number),
        _number(seat, "seat", number),
        name,
        _number(chips, "number of chips", number),
    )
    if not (0 < made.table < 1000 and 0 < made.seat < 100 and 0 < made.chips < MOST_CHIPS):
        raise Refused(f"Line {number}: table, seat and chips are numbers from 1.")
    return made


def _fact(first: str, rest: list[str], number: int) -> dict[str, str]:
    """A heading, or one of the two facts that are read."""
    words = first.casefold()
    for known in (LEVEL, TIME_LEFT):
        if words == known.casefold():
            return {known: rest[0] if rest else ""}
    if words not in HEADINGS:
        raise Refused(f"Line {number} begins with neither a table nor a place: “{first[:40]}”.")
    return {}


def _level(said: dict[str, str]) -> int | None:
    words = said.get(LEVEL, "")
    if words and not _is_number(words):
        raise Refused(f"The level is a number, not “{words[:40]}”.")
    return int(words) if words else None


def _left(said: dict[str, str]) -> timedelta | None:
    """Time left as a clock writes it: 12:30 or 1:02:30."""
    words = said.get(TIME_LEFT, "")
    parts = words.split(":")
    if not words or words == "\u2013":
        return None
    if len(parts) not in (2, 3) or not all(_is_number(part) for part in parts):
        raise Refused(f"Write the time left as 12:30, not “{words[:40]}”.")
    hours, minutes, seconds = (0, 0, *map(int, parts))[-3:]
    return timedelta(hours=hours, minutes=minutes, seconds=seconds)


def _is_number(words: str) -> bool:
    plain = _plain(words)
    return plain.isascii() and plain.isdigit() and len(plain) <= 18


def _number(words: str, what: str, line: int) -> int:
    if not _is_number(words):
        raise Refused(f"Line {line}: “{words[:40]}” is no {what}.")
    return int(_plain(words))


def _plain(words: str) -> str:
    """Without what people put between thousands."""
    return "".join(words.split()).replace(",", "").replace("'", "")


def _first_twice(found: Iterable[T]) -> T | None:
    seen: set[T] = set()
    for one in found:
        if one in seen:
            return one
        seen.add(one)
    return None
