"""The servers that ours stands beside: a bare one that only broadcasts, and stock Channels."""

import contextlib
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

import websockets

from bench.house import DAPHNE, ROOT, listens, wait
from bench.live.floor import PUBLISHER
from bench.live.stock import GROUP
from config.machine import local_redis
from tournament.live.fanout import Drawn

BYTES = 2000
FLOOR, STOCK = "floor", "stock"

Publish = Callable[[str], Awaitable[None]]


@dataclass
class Peer:
    """One of them: how it is started, and how something is published through it."""

    port: int
    command: list[str]
    publishing: AbstractAsyncContextManager[Publish]
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Start it, and return once it takes connections."""
        self.process = subprocess.Popen([sys.executable, "-m", *self.command], cwd=ROOT)
        wait(lambda: listens(self.port), self.command[0])

    def end(self) -> None:
        """End it at once, as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@contextlib.contextmanager
def opened(name: str) -> Iterator[Peer]:
    """One of the two for a while."""
    port = local_redis.free_port()
    if name == FLOOR:
        peer = Peer(port, ["bench.live.floor", str(port)], to_floor(port))
    else:
        command = [*DAPHNE, "-p", str(port), "bench.live.stock:application"]
        peer = Peer(port, command, to_group(GROUP))
    peer.start()
    try:
        yield peer
    finally:
        peer.end()


@contextlib.asynccontextmanager
async def to_floor(port: int) -> AsyncIterator[Publish]:
    """Publish through the bare server."""
    async with websockets.connect(f"ws://127.0.0.1:{port}{PUBLISHER}", compression=None) as line:
        yield line.send


@contextlib.asynccontextmanager
async def to_group(group: str) -> AsyncIterator[Publish]:
    """Publish through the channel layer, as the site does."""
    from channels.layers import get_channel_layer

    layer: Any = get_channel_layer()

    async def send(text: str) -> None:
        await layer.group_send(group, picture(text))

    yield send


def picture(text: str) -> dict[str, Any]:
    """A finished picture as the site hands it to the channel layer."""
    return {"type": "picture", **Drawn(text[:27], text)._asdict()}


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
