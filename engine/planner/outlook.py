"""What many evenings have in common: the middle one, and what eight of ten keep within."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from engine.planner.evening import GRID, Told, players_at


@dataclass(frozen=True, slots=True)
class Spread:
    """Eight of ten lie from `low` to `high`, half of them below `middle`."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True, slots=True)
class Moment:
    """The hall at a minute of the evening."""

    minute: int
    players: Spread
    tables: Spread


@dataclass(frozen=True, slots=True)
class Outlook:
    """What to expect; minutes count from the beginning (or from now), breaks included."""

    evenings: int
    entries: Spread
    end: Spread
    level: Spread
    hands: Spread
    rebuys: Spread
    top_ups: Spread
    final: Spread | None
    final_blinds: Spread | None
    bubble: Spread | None
    moments: tuple[Moment, ...]
    breaks: tuple[tuple[int, Spread], ...]  # tables left, and when it comes to that


TABLES_A_RELIEF = 4

_ALWAYS = ("entries", "end", "level", "hands", "rebuys", "top_ups")
_PERHAPS = ("final", "final_blinds", "bubble")


def of(told: Sequence[Told]) -> Outlook:
    """The outlook of these evenings: one at least."""
    return Outlook(
        evenings=len(told),
        entries=spread(evening.entries for evening in told),
        end=spread(evening.minutes for evening in told),
        level=spread(evening.level for evening in told),
        hands=spread(evening.hands for evening in told),
        rebuys=spread(evening.rebuys for evening in told),
        top_ups=spread(evening.top_ups for evening in told),
        final=_if_any(evening.final for evening in told),
        final_blinds=_if_any(evening.final_blinds or None for evening in told),
        bubble=_if_any(evening.bubble for evening in told),
        moments=tuple(_moments(told)),
        breaks=tuple(_breaks(told)),
    )


def spread(values: Iterable[float]) -> Spread:
    """The tenth, the half and nine tenths of some values."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return Spread(*(round(ordered[round(last * share)], 1) for share in (0.1, 0.5, 0.9)))


def _if_any(values: Iterable[float | None]) -> Spread | None:
    known = [value for value in values if value is not None]
    return spread(known) if known else None


def _moments(told: Sequence[Told]) -> Iterable[Moment]:
    longest = sorted(evening.minutes for evening in told)[round((len(told) - 1) * 0.9)]
    for minute in range(0, int(longest) + GRID, GRID):
        players = spread(players_at(evening, minute) for evening in told)
        tables = spread(_tables_at(evening, minute) for evening in told)
        yield Moment(minute, players, tables)


def _tables_at(told: Told, minute: float) -> int:
    index = int(minute // GRID)
    return told.tables[index] if minute < told.minutes and index < len(told.tables) else 0


def _breaks(told: Sequence[Told]) -> Iterable[tuple[int, Spread]]:
    counts = sorted({count for evening in told for count in evening.breaks}, reverse=True)
    for count in counts:
        known = [evening.breaks[count] for evening in told if count in evening.breaks]
        if 2 * len(known) >= len(told):
            yield count, spread(known)


def to_plain(outlook: Outlook) -> dict[str, Any]:
    """As JSON can hold it."""
    return asdict(outlook)


def from_plain(plain: Mapping[str, Any]) -> Outlook:
    """As it was before JSON held it."""
    moments = tuple(
        Moment(moment["minute"], Spread(**moment["players"]), Spread(**moment["tables"]))
        for moment in plain["moments"]
    )
    breaks = tuple((left, Spread(**when)) for left, when in plain["breaks"])
    always = {name: Spread(**plain[name]) for name in _ALWAYS}
    perhaps = {name: Spread(**plain[name]) if plain[name] else None for name in _PERHAPS}
    made: dict[str, Any] = {**plain, **always, **perhaps, "moments": moments, "breaks": breaks}
    return Outlook(**made)


def dealers_by_hour(outlook: Outlook) -> list[tuple[int, int]]:
    """How many dealers each hour needs: one a table at its busiest, one relief for every four."""
    hours: dict[int, int] = {}
    for moment in outlook.moments:
        tables = round(moment.tables.high)
        dealers = tables + -(-tables // TABLES_A_RELIEF)
        hour = moment.minute // 60
        hours[hour] = max(hours.get(hour, 0), dealers)
    return sorted((hour, dealers) for hour, dealers in hours.items() if dealers)
