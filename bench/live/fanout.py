"""One push to a thousand screens: ours beside the floor and beside stock Channels, in one run."""

import asyncio
import time
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from bench import figures
from bench.figures import Row
from bench.house import House
from bench.live import peers
from bench.live.peers import FLOOR, STOCK, Publish
from bench.live.screens import Screens

OURS = "ours"
RATES = (2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125, 160, 200, 250)
SUSTAINED_SECONDS = 1.0  # a push that comes later than this was not kept up with
STILL_SECONDS = 2.0  # nothing more comes after so long a silence
WARM_UP_SECONDS = 3.0
LAGS = 1.05  # a publisher who takes so much longer than planned was not at this pace


@dataclass(frozen=True, slots=True)
class Burst:
    """What became of so many pushes."""

    late: list[float]
    expected: int
    drops: int
    is_on_time: bool

    @property
    def lost(self) -> int:
        """How many never came."""
        return self.expected - len(self.late)

    @property
    def is_kept_up_with(self) -> bool:
        """Whether all were sent at their pace, and all came, and soon."""
        soon = bool(self.late) and figures.percentile(self.late, 0.99) < SUSTAINED_SECONDS
        return self.is_on_time and soon and not self.lost and not self.drops


async def burst(
    screens: Screens, publish: Publish, count: int, rate: float, seconds: float
) -> Burst:
    """Publish at an even pace, and see what came."""
    screens.take()
    pushes = round(rate * seconds)
    began = time.monotonic()
    for number in range(pushes):
        await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
        await publish(peers.push(time.monotonic()))
    is_on_time = time.monotonic() - began < LAGS * pushes / rate
    await _until_all_came(screens, pushes * count)
    seen, drops = await asyncio.to_thread(screens.take)
    late = [at - made / 1e9 for _, made, at in seen if made]
    return Burst(late, pushes * count, drops, is_on_time)


async def _until_all_came(screens: Screens, expected: int) -> None:
    """Wait as long as more comes: what is late is not lost."""
    before, since = 0, time.monotonic()
    while before < expected and time.monotonic() - since < STILL_SECONDS:
        await asyncio.sleep(0.1)
        now = await asyncio.to_thread(screens.count)
        if now > before:
            before, since = now, time.monotonic()


async def ceiling(screens: Screens, publish: Publish, count: int, seconds: float) -> int:
    """The most deliveries a second that were kept up with, going up step by step."""
    best = 0
    for rate in RATES:
        found = await burst(screens, publish, count, rate=rate, seconds=seconds)
        if not found.is_kept_up_with:
            break
        best = rate * count
    return best


async def _measured(
    port: int,
    path: str,
    publisher: AbstractAsyncContextManager[Publish],
    count: int,
    seconds: float,
) -> tuple[Burst, int]:
    screens = await asyncio.to_thread(Screens, port, [path] * count, number=peers.made_at)
    with screens:
        async with publisher as publish:
            await burst(screens, publish, count, rate=20, seconds=WARM_UP_SECONDS)
            even = await burst(screens, publish, count, rate=20, seconds=seconds)
            most = await ceiling(screens, publish, count, max(3.0, seconds / 12))
    return even, most


def measure(house: House, table: tuple[str, int], count: int, seconds: float) -> list[Row]:
    """All three, one after the other."""
    path, table_id = table
    publisher = peers.to_group(f"table.{table_id}.public")
    found = {OURS: asyncio.run(_measured(house.port, path, publisher, count, seconds))}
    for name in (FLOOR, STOCK):
        with peers.opened(name) as peer:
            measured = _measured(peer.port, "/", peer.publishing, count, seconds)
            found[name] = asyncio.run(measured)
    return rows(found, count, seconds)


def rows(found: dict[str, tuple[Burst, int]], count: int, seconds: float) -> list[Row]:
    """The lines of the table."""
    what = f"{count:,} screens, 20 pushes of 2 kB a second, {seconds:g} s"
    (floor, floor_most), (ours, ours_most) = found[FLOOR], found[OURS]
    late, least = (figures.percentile(each.late, 0.99) for each in (ours, floor))
    stock, stock_most = found[STOCK]
    lost = f"{ours.lost:,} of {ours.expected:,}"
    return [
        Row(f"{what}: lost", lost, f"stock {stock.lost:,}", "none", not ours.lost),
        figures.within(
            "  publish to receipt, p99",
            figures.ms(late),
            f"floor {figures.ms(least)}, stock {stock_p99(stock)}",
            late / least,
            most=5,
        ),
        figures.ratio(
            "  most deliveries a second kept up with",
            most_words(ours_most, count),
            f"floor {most_words(floor_most, count)}, stock {most_words(stock_most, count)}",
            ours_most / (stock_most or RATES[0] * count),
            least=6,
        ),
    ]


def most_words(most: int, count: int) -> str:
    """What was kept up with; the first and the last step only say on which side it lies."""
    if not most:
        return f"under {RATES[0] * count:,}"
    return f"{'at least ' if most == RATES[-1] * count else ''}{most:,}"


def stock_p99(stock: Burst) -> str:
    """How late stock Channels was with what it delivered at all."""
    return figures.ms(figures.percentile(stock.late, 0.99)) if stock.late else "nothing came"
