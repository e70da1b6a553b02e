"""Chips over time, drawn as a picture: a line for each player."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone

from engine.amounts import hour
from tables.models import HandRecord, Seating
from tables.play.queries import delayed
from tournament.models import Entry

WIDTH, HEIGHT = 600, 200


@dataclass(slots=True)
class Line:
    """One player's chips, moment by moment."""

    entry: int
    name: str
    points: list[tuple[datetime, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnLine:
    """A player's line in the picture's own measure."""

    name: str
    now: int
    hands: int
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """The lines, and the words at the edges; without lines there is nothing to draw."""

    lines: list[DrawnLine] = field(default_factory=list)
    most: int = 0
    from_text: str = ""
    to_text: str = ""
    width: int = WIDTH
    height: int = HEIGHT


def lines(entries: Collection[Entry], *, now: datetime, is_late: bool = True) -> list[Line]:
    """The stacks these entries began each hand with, and what they have now.

    Late where their table is shown late; a player's own page is never.
    """
    by_entry = {entry.pk: Line(entry.pk, entry.name) for entry in entries}
    tournaments = {entry.tournament_id for entry in entries} if is_late else set()
    _add_hands(by_entry, _moments(tournaments, now))
    stacks = _stacks(tournaments, now)
    for entry in entries:
        line = by_entry[entry.pk]
        last = line.points[-1][0] if line.points else entry.registered_at
        held = stacks.get(entry.pk, entry.stack)
        line.points.append((max(last, min(now, _ended(entry) or now)), held))
    return list(by_entry.values())


def _add_hands(by_entry: dict[int, Line], moments: dict[int, datetime]) -> None:
    tables = Seating.objects.filter(entry__in=by_entry).values("table_id")
    hands = HandRecord.objects.filter(table_id__in=tables).order_by("started_at", "id")
    for table, players, at in hands.values_list("table_id", "players", "started_at"):
        if table in moments and at > moments[table]:
            continue
        for player in players:
            if player["entry"] in by_entry:
                by_entry[player["entry"]].points.append((at, player["stack"]))


def _moments(tournaments: set[int], now: datetime) -> dict[int, datetime]:
    found: dict[int, datetime] = {}
    for tournament in tournaments:
        found |= delayed.moments(tournament, now=now)
    return found


def _stacks(tournaments: set[int], now: datetime) -> dict[int, int]:
    found: dict[int, int] = {}
    for tournament in tournaments:
        found |= delayed.stacks_told(tournament, now=now)
    return found


def _ended(entry: Entry) -> datetime | None:
    return entry.tournament.finished_at


def drawn(made: list[Line]) -> Graph:
    """The lines in the picture's own measure, with the words at its edges."""
    moments = [at for line in made for at, _ in line.points]
    if len(moments) < 2 or max(moments) == min(moments):
        return Graph()
    first, last = min(moments), max(moments)
    most = max(stack for line in made for _, stack in line.points) or 1
    length = (last - first).total_seconds()
    return Graph(
        lines=[
            DrawnLine(
                name=line.name,
                now=line.points[-1][1],
                hands=len(line.points) - 1,
                path=" ".join(_point(line.points[at], first, length, most) for at in _kept(line)),
            )
            for line in made
        ],
        most=most,
        from_text=hour(timezone.localtime(first)),
        to_text=hour(timezone.localtime(last)),
    )


MOST_POINTS = 300


def _kept(line: Line) -> list[int]:
    """At most so many points: more cannot be seen."""
    count = len(line.points)
    step = max(1, count // MOST_POINTS)
    return sorted({*range(0, count, step), count - 1})


def _point(point: tuple[datetime, int], first: datetime, length: float, most: int) -> str:
    at, stack = point
    x = (at - first).total_seconds() / length * WIDTH
    return f"{x:.1f},{HEIGHT - stack / most * HEIGHT:.1f}"
