"""One push to a thousand screens: ours beside the floor and beside stock Channels, in one run."""

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import websockets

from bench import figures
from bench.figures import Row
from bench.house import DAPHNE, ROOT, House, listens, wait
from bench.live.floor import PUBLISHER
from bench.live.screens import Screens
from bench.live.stock import GROUP
from config import local_redis
from tournament.live import Drawn

BYTES = 2000
FLOOR, OURS, STOCK = "floor", "ours", "stock"
RATES = (2, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125)
SUSTAINED_SECONDS = 1.0  # a push that comes later than this was not kept up with
SETTLE_SECONDS = 1.0
WARM_UP_SECONDS = 3.0

Publish = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Burst:
    """What became of so many pushes."""

    late: list[float]
    expected: int
    drops: int

    @property
    def lost(self) -> int:
        """How many never came."""
        return self.expected - len(self.late)

    @property
    def is_kept_up_with(self) -> bool:
        """Whether all came, and soon."""
        soon = bool(self.late) and figures.percentile(self.late, 0.99) < SUSTAINED_SECONDS
        return soon and not self.lost and not self.drops


def push(at: float) -> str:
    """About two kilobytes that carry the moment of their making, as every server is given them."""
    head = f'{{"at": {int(at * 1e9):020d}, "swap": "outerMorph", "version": 0, "content": "'
    return head + "x" * (BYTES - len(head) - 2) + '"}'


def made_at(text: bytes) -> int:
    """When such a push was made, in nanoseconds; -1 for anything else."""
    found = text[7:27]
    return int(found) if text[:7] == b'{"at": ' and found.isdigit() else first(text)


def first(text: bytes) -> int:
    """The greeting of every server counts as a picture made at no time."""
    return 0 if b'"beat"' not in text[:10] else -1


async def burst(
    screens: Screens, publish: Publish, count: int, rate: float, seconds: float
) -> Burst:
    """Publish at an even pace, and see what came."""
    screens.take()
    pushes = round(rate * seconds)
    began = time.monotonic()
    for number in range(pushes):
        await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
        await publish(push(time.monotonic()))
    await asyncio.sleep(SETTLE_SECONDS)
    seen, drops = await asyncio.to_thread(screens.take)
    late = [at - made / 1e9 for _, made, at in seen if made]
    return Burst(late, pushes * count, drops)


async def ceiling(screens: Screens, publish: Publish, count: int, seconds: float) -> float:
    """The most deliveries a second that were kept up with, going up step by step."""
    best = 0.0
    for rate in RATES:
        found = await burst(screens, publish, count, rate=rate, seconds=seconds)
        if not found.is_kept_up_with:
            break
        best = float(rate * count)
    return best


@contextlib.contextmanager
def peer(command: list[str], port: int) -> Iterator[None]:
    """Another server for a while."""
    process = subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT)
    try:
        wait(lambda: listens(port), command[0])
        yield
    finally:
        process.terminate()
        process.wait()


@contextlib.asynccontextmanager
async def to_floor(port: int) -> AsyncIterator[Publish]:
    """Publish through the bare server."""
    async with websockets.connect(f"ws://127.0.0.1:{port}{PUBLISHER}", compression=None) as line:
        yield line.send


def picture(text: str) -> dict[str, Any]:
    """A finished picture as the site hands it to the channel layer."""
    return {"type": "picture", **Drawn(text[:27], text)._asdict()}


@contextlib.asynccontextmanager
async def to_group(group: str) -> AsyncIterator[Publish]:
    """Publish through the channel layer, as the site does."""
    from channels.layers import get_channel_layer

    layer: Any = get_channel_layer()

    async def send(text: str) -> None:
        await layer.group_send(group, picture(text))

    yield send


async def _measured(
    port: int, path: str, publisher: Any, count: int, seconds: float
) -> tuple[Burst, float]:
    screens = await asyncio.to_thread(Screens, port, [path] * count, number=made_at)
    with screens:
        async with publisher as publish:
            await burst(screens, publish, count, rate=20, seconds=WARM_UP_SECONDS)
            even = await burst(screens, publish, count, rate=20, seconds=seconds)
            most = await ceiling(screens, publish, count, max(3.0, seconds / 12))
    return even, most


def measure(house: House, table: tuple[str, int], count: int, seconds: float) -> list[Row]:
    """All three, one after the other."""
    found: dict[str, tuple[Burst, float]] = {}
    port = local_redis.free_port()
    with peer(["bench.live.floor", str(port)], port):
        found[FLOOR] = asyncio.run(_measured(port, "/", to_floor(port), count, seconds))
    path, table_id = table
    group = f"table.{table_id}.public"
    found[OURS] = asyncio.run(_measured(house.port, path, to_group(group), count, seconds))
    port = local_redis.free_port()
    with peer([*DAPHNE, "-p", str(port), "bench.live.stock:application"], port):
        found[STOCK] = asyncio.run(_measured(port, "/", to_group(GROUP), count, seconds))
    return rows(found, count, seconds)


def rows(found: dict[str, tuple[Burst, float]], count: int, seconds: float) -> list[Row]:
    """The lines of the table."""
    what = f"{count:,} screens, 20 pushes of 2 kB a second, {seconds:g} s"
    (floor, floor_most), (ours, ours_most) = found[FLOOR], found[OURS]
    late, least = (figures.percentile(each.late, 0.99) for each in (ours, floor))
    stock, stock_most = found[STOCK]
    stock_most = stock_most or len(stock.late) / seconds  # what came at all, if none was in time
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
            f"{ours_most:,.0f}",
            f"floor {floor_most:,.0f}, stock {stock_most:,.0f}",
            ours_most / stock_most,
            least=6,
        ),
    ]


def stock_p99(stock: Burst) -> str:
    """How late stock Channels was with what it delivered at all."""
    return figures.ms(figures.percentile(stock.late, 0.99)) if stock.late else "nothing came"
