"""Schedules that come with the product: those the books print, and one for each silent book."""

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from engine.schedule.schedule import Break, Doubling, Level, Row, Schedule, Staying

DATA = Path(__file__).parents[2] / "data"

FOURS_BLINDS = (
    *((10, 20), (15, 30), (25, 50), (50, 100), (75, 150), (100, 200), (150, 300), (200, 400)),
    *((300, 600), (400, 800), (500, 1000), (600, 1200), (800, 1600), (1000, 2000)),
    *((1500, 3000), (2000, 4000)),
)


@cache
def canberra(game: str) -> Schedule:
    """The schedule an appendix prints for its game (canberra:A.3.4 to canberra:I.3.4)."""
    rows = [row for row in _table("canberra_schedules.csv") if row["game"] == game]
    rebuys_end = canberra_game(game)["rebuy_minutes"]
    levels = tuple(_printed_level(row, rebuys_end) for row in rows if row["level"])
    every = int(rows[-1]["note"].removeprefix("doubling every ").removesuffix(" minutes"))
    return Schedule(levels, Doubling(every))


def canberra_game(game: str) -> Mapping[str, str]:
    """What the table of the nine games says of one of them."""
    return next(row for row in _table("canberra_games.csv") if row["game"] == game)


def canberra_games() -> tuple[str, ...]:
    return tuple(row["game"] for row in _table("canberra_games.csv"))


def fours() -> Schedule:
    """Sixteen levels of ten minutes; the last one stays (fours:schedule)."""
    return Schedule(tuple(Level(minutes=10, blinds=blinds) for blinds in FOURS_BLINDS), Staying())


def charity() -> Schedule:
    """Fifteen-minute levels with a break after every fourth, for an evening of about four hours."""
    return Schedule(tuple(_with_breaks(_evening(15), after=4, minutes=10)), Doubling(15))


def adelaide() -> Schedule:
    """Thirty-minute levels with antes from the fifth and a break after every fourth."""
    return Schedule(tuple(_with_breaks(_evening(30, antes_from=5), after=4, minutes=15)), Staying())


def adelaide_limit() -> Schedule:
    """The same without antes, for fixed limit."""
    return Schedule(tuple(_with_breaks(_evening(30), after=4, minutes=15)), Staying())


def igr() -> Schedule:
    """Twenty-minute levels; re-buys end by real time after the first hour (igr:A.2(i)-3)."""
    return Schedule(tuple(_with_breaks(_evening(20), after=3, minutes=10)), Doubling(20))


def friday() -> Schedule:
    """A home game that is over before midnight."""
    return Schedule(tuple(_with_breaks(_evening(20), after=5, minutes=10)), Doubling(20))


EVENING_BLINDS = (
    *((25, 50), (50, 100), (75, 150), (100, 200), (150, 300), (200, 400), (300, 600), (400, 800)),
    *((500, 1000), (700, 1400), (1000, 2000), (1500, 3000), (2000, 4000), (3000, 6000)),
    *((4000, 8000), (5000, 10000)),
)
RACED_OFF_AFTER = {(150, 300): (25,), (1000, 2000): (100,)}
RACED_OFF_WITH_ANTES = {(300, 600): (25,), (3000, 6000): (100,)}


def _evening(minutes: int, *, antes_from: int = 0) -> Iterator[Level]:
    raced = RACED_OFF_WITH_ANTES if antes_from else RACED_OFF_AFTER
    for number, blinds in enumerate(EVENING_BLINDS, start=1):
        ante = _ante(blinds[1]) if antes_from and number >= antes_from else 0
        yield Level(minutes, blinds=blinds, ante=ante, race_offs=raced.get(blinds, ()))


def _ante(big_blind: int) -> int:
    """A tenth of the big blind or a little less, in chips that are in play."""
    unit = 25 if big_blind <= 600 else 100 if big_blind <= 6000 else 500
    return max(unit, big_blind // 10 // unit * unit)


def _with_breaks(levels: Iterator[Level], *, after: int, minutes: int) -> Iterator[Row]:
    last = len(EVENING_BLINDS)
    for number, level in enumerate(levels, start=1):
        yield level
        if number % after == 0 and number < last:
            yield Break(minutes)


def _printed_level(row: Mapping[str, str], rebuys_end: str) -> Level:
    race_off = int(row["race_off_after"] or 0)
    is_end_of_rebuys = bool(rebuys_end) and row["end_min"] == rebuys_end
    return Level(
        minutes=int(row["end_min"]) - int(row["start_min"]),
        blinds=tuple(int(row[name]) for name in ("blind1", "blind2") if row[name]),
        ante=int(row["ante"] or 0),
        race_offs=(race_off,) if race_off else (),
        ends_rebuys=is_end_of_rebuys,
        top_up=is_end_of_rebuys,
    )


@cache
def _table(name: str) -> tuple[Mapping[str, str], ...]:
    with (DATA / name).open(encoding="utf-8", newline="") as rows:
        return tuple(csv.DictReader(rows))
