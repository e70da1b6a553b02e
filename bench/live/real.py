"""The real thing: a hundred dealers, three hundred screens on mixed views, a clock that runs."""

import asyncio
import time
from dataclasses import dataclass

from bench import figures
from bench.figures import Row
from bench.house import House
from bench.live import action, evening
from bench.live.evening import Dealers, Played, Shown
from bench.live.screens import Screens
from tournament.models import Tournament

PACE = 20.0
ALONE = 2.0
VIEWS = ("standings", "clock", "seating")
RATES = (20, 30, 40, 50, 60, 80, 100, 120, 150)
SOON_SECONDS = 0.250
LAST_SECONDS, LOOK_AGAIN_SECONDS = 5.0, 0.2
ON_PACE = 0.95  # dealers who tap less often than this are not as many as was said


@dataclass(frozen=True, slots=True)
class Load:
    """What one stretch of play looked like."""

    played: Played
    shown: Shown
    drops: int
    cpu: float

    @property
    def late(self) -> list[float]:
        """From POST to screen, on each of them."""
        return self.shown.late

    @property
    def amiss(self) -> int:
        """What was refused, never shown, or lost its socket."""
        return self.played.refused + self.shown.never + self.drops

    @property
    def p99(self) -> float:
        """What one in a hundred of these exceeds."""
        return figures.percentile(self.late, 0.99)


def screens_of(cup: Tournament, tables: int, screens: int) -> tuple[list[str], list[int]]:
    """Where so many screens look: half at tables, the rest at what shows the whole tournament."""
    numbers = [1 + number % tables for number in range(max(1, screens // 2))]
    paths = [f"/ws/t/{cup.code}/tables/{number}/" for number in numbers]
    others = range(screens - len(numbers))
    return paths + [f"/ws/t/{cup.code}/{VIEWS[n % len(VIEWS)]}/" for n in others], numbers


@dataclass
class Hall:
    """Dealers and screens of one tournament, ready to be measured."""

    house: House
    dealers: Dealers
    screens: Screens
    numbers: list[int]

    async def __aenter__(self) -> "Hall":
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.screens.close)
        await self.dealers.close()

    async def play(self, rate: float, seconds: float) -> Load:
        """Play for a while, and see how late the screens were."""
        self.screens.take()
        before = self.house.cpu_seconds()
        played = await self.dealers.play(rate, seconds)
        shown, drops = await asyncio.to_thread(self._look, played)
        spent = self.house.cpu_seconds() - before
        return Load(played, shown, drops, spent / max(1, len(played.answered)))

    def _look(self, played: Played) -> tuple[Shown, int]:
        """See what the screens show, and give the last of it time to come; and sockets lost."""
        seen, drops = self.screens.take()
        until = time.monotonic() + LAST_SECONDS
        while (shown := evening.shown(seen, self.numbers, played)).never:
            if time.monotonic() > until:
                break
            time.sleep(LOOK_AGAIN_SECONDS)
            more, lost = self.screens.take()
            seen, drops = seen + more, drops + lost
        return shown, drops


async def opened(house: House, tables: int, screens: int, *, only_tables: bool = False) -> Hall:
    """Seat everybody, pair every tablet, open every screen."""
    cup = await asyncio.to_thread(evening.running, tables, f"{tables} tables")
    dealers = Dealers(await asyncio.to_thread(evening.tablets, cup, house.port))
    await dealers.open()
    paths, numbers = screens_of(cup, tables, screens * 2 if only_tables else screens)
    paths = paths[: len(numbers)] if only_tables else paths
    return Hall(house, dealers, await asyncio.to_thread(Screens, house.port, paths), numbers)


async def measure(
    house: House, database: str, tables: int, screens: int, seconds: float
) -> list[Row]:
    """A single table with a single screen first, then all of them, then faster and faster."""
    async with await opened(house, 1, 1) as alone:
        await alone.play(ALONE, 3)
        single = await alone.play(ALONE, seconds)
    async with await opened(house, tables, screens) as hall:
        await hall.play(PACE, 5)
        many = await hall.play(PACE, seconds)
        highest = await _highest(hall, max(5.0, seconds / 4))
    found = rows(f"{database}, {tables} tables, {screens} screens", single, many, highest)
    return [*found, await action.beside_the_floor(house, database)]


async def _highest(hall: Hall, seconds: float) -> int:
    """The most actions a second whose p99 stays soon enough."""
    best = 0
    for rate in RATES:
        found = await hall.play(rate, seconds)
        is_slower = found.played.pace < ON_PACE * rate
        if found.amiss or is_slower or found.p99 > SOON_SECONDS:
            break
        best = rate
    return best


def rows(what: str, single: Load, many: Load, highest: int) -> list[Row]:
    """The lines of the table."""
    return [
        figures.within(
            f"{what}, {PACE:g} actions a second: POST to screen",
            figures.spread(many.late),
            f"1 table, 1 screen: {figures.spread(single.late)}",
            many.p99 / single.p99,
            most=3,
        ),
        Row(
            "  POST to answer",
            figures.spread(many.played.answered),
            f"1 table, 1 screen: {figures.spread(single.played.answered)}",
        ),
        Row(
            "  processor time per action, all processes",
            figures.ms(many.cpu),
            f"1 table, 1 screen: {figures.ms(single.cpu)}",
        ),
        Row(
            "  refused, not shown on a screen of its table, sockets lost",
            f"{many.played.refused}, {many.shown.never}, {many.drops}",
            f"{many.played.pace:.1f} actions a second were posted",
            "none",
            not many.amiss and many.played.pace >= ON_PACE * PACE,
        ),
        Row("  most actions a second with p99 under 250 ms", str(highest)),
    ]
