"""Very many screens in one process: sockets that note what they are sent and when.

A client library would cost more than the servers that are measured here: a screen is a protocol
that asks for its socket and reads frames, and so little is done per message that a thousand of
them fit on a machine beside the server. The same screens watch every server that is compared.
"""

import asyncio
import base64
import multiprocessing
import os
import random
import re
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
VERSION = re.compile(rb'"version": (\d+)')
AGAIN_SECONDS = 0.25, 1.0
AT_ONCE = 50
PATIENCE_SECONDS = 120.0


@dataclass
class Seen:
    """Messages, a column each: which screen, the number they carried, and when they came."""

    screens: "array[int]" = field(default_factory=lambda: array("l"))
    numbers: "array[int]" = field(default_factory=lambda: array("q"))
    times: "array[float]" = field(default_factory=lambda: array("d"))

    def __len__(self) -> int:
        return len(self.times)

    def __add__(self, later: "Seen") -> "Seen":
        return Seen(
            self.screens + later.screens, self.numbers + later.numbers, self.times + later.times
        )

    def __iter__(self) -> Iterator[tuple[int, int, float]]:
        return zip(self.screens, self.numbers, self.times, strict=True)


def stamped(text: bytes) -> int:
    """The number of a push of ours: the version of what it shows; -1 for a heartbeat."""
    found = VERSION.search(text, 0, 200)
    return int(found[1]) if found else -1


class Screen(asyncio.Protocol):
    """One socket, from its handshake to its last frame."""

    def __init__(self, told: Callable[[bytes], None], gone: Callable[[], None]) -> None:
        self.told, self.gone = told, gone
        self.unread = b""
        self.is_open = False
        self.transport: Any = None

    def ask(self, path: str, host: str) -> None:
        """Ask for the socket."""
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(HANDSHAKE.format(path=path, host=host, key=key).encode())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the line."""
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell whoever opened it."""
        self.gone()

    def data_received(self, data: bytes) -> None:
        """Read every whole frame."""
        self.unread = unread = self.unread + data if self.unread else data
        at = 0
        if not self.is_open:
            at = unread.find(b"\r\n\r\n") + 4
            if at < 4:
                return
            if b" 101 " not in unread[:20]:
                self.transport.abort()
                return
            self.is_open = True
        while (end := self._frame(unread, at)) > at:
            at = end
        self.unread = unread[at:]

    def _frame(self, unread: bytes, at: int) -> int:
        """Take one frame; returns where it ends, or where it began if it is not all there."""
        body, size = _span(unread, at)
        if body + size > len(unread):
            return at
        kind = unread[at] & 15
        if kind == TEXT:
            self.told(unread[body : body + size])
        elif kind == PING:
            self.transport.write(bytes((128 | PONG, 128 | size, 0, 0, 0, 0)) + unread[body:][:size])
        elif kind == CLOSE:
            self.transport.close()
        return body + size


def _span(unread: bytes, at: int) -> tuple[int, int]:
    """Where a frame's body begins and how long it is; beyond the end while that is not known."""
    if len(unread) < at + 2:
        return at, len(unread) + 1
    size = unread[at + 1] & 127
    if size < 126:
        return at + 2, size
    width = 2 if size == 126 else 8
    if len(unread) < at + 2 + width:
        return at, len(unread) + 1
    return at + 2 + width, int.from_bytes(unread[at + 2 : at + 2 + width], "big")


@dataclass
class Watch:
    """Screens at these paths of one server, each with what it was told."""

    port: int
    paths: Sequence[str]
    number: Callable[[bytes], int] = stamped
    seen: Seen = field(default_factory=Seen)
    is_current: set[int] = field(default_factory=set)
    returning: set[asyncio.Task[None]] = field(default_factory=set)
    drops: int = 0
    current_at: float = 0.0
    is_over: bool = False

    async def open_all(self) -> None:
        """Open every screen, some at a time, until each has its first picture."""
        for start in range(0, len(self.paths), AT_ONCE):
            some = range(start, min(start + AT_ONCE, len(self.paths)))
            await asyncio.gather(*(self.open(screen) for screen in some))
        await self.until_current()

    async def open(self, screen: int) -> None:
        """Open one screen."""
        loop = asyncio.get_running_loop()
        _, protocol = await loop.create_connection(
            lambda: Screen(lambda text: self.told(screen, text), lambda: self.gone(screen)),
            "127.0.0.1",
            self.port,
        )
        protocol.ask(self.paths[screen], f"127.0.0.1:{self.port}")

    def told(self, screen: int, text: bytes) -> None:
        """Note a message."""
        at = time.monotonic()
        if (number := self.number(text)) >= 0:
            self.seen.screens.append(screen)
            self.seen.numbers.append(number)
            self.seen.times.append(at)
            if screen not in self.is_current:
                self.is_current.add(screen)
                self.current_at = at

    def gone(self, screen: int) -> None:
        """A screen lost its socket: it comes back like a browser, after a moment of its own."""
        self.drops += not self.is_over
        self.is_current.discard(screen)
        if not self.is_over:
            task = asyncio.ensure_future(self.return_to(screen))
            self.returning.add(task)
            task.add_done_callback(self.returning.discard)

    async def return_to(self, screen: int) -> None:
        """Try until somebody answers."""
        while not self.is_over:
            await asyncio.sleep(random.uniform(*AGAIN_SECONDS))
            try:
                await self.open(screen)
            except OSError:
                continue
            return

    async def until_current(self) -> None:
        """Return once every screen has been sent a picture."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while len(self.is_current) < len(self.paths):
            if time.monotonic() > deadline:
                missing = len(self.paths) - len(self.is_current)
                raise TimeoutError(f"{missing} screens never got a picture")
            await asyncio.sleep(0.01)


class Screens:
    """The same in a process of its own, so that reading waits for nobody else."""

    def __init__(self, port: int, paths: Sequence[str], **how: Any) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._line, other = spawn.Pipe()
        self._process = spawn.Process(target=_watch, args=(other, port, list(paths), how))
        self._process.start()
        self._hear()

    def __enter__(self) -> "Screens":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every one."""
        self._line.send("stop")
        self._process.join()

    def _hear(self) -> Any:
        said = self._line.recv()
        if isinstance(said, Exception):
            raise said
        return said

    def take(self) -> tuple[Seen, int]:
        """What was seen since the last time, and how many sockets were lost."""
        self._line.send("take")
        found: tuple[Seen, int] = self._hear()
        return found

    def count(self) -> int:
        """How many messages came since they were last taken."""
        self._line.send("count")
        found: int = self._hear()
        return found

    def forget_who_is_current(self) -> None:
        """From now on a screen is current when it is sent something new."""
        self._line.send("forget")
        self._hear()

    def until_current(self) -> float:
        """Wait until every screen is current; the moment the last one was."""
        self._line.send("current")
        at: float = self._hear()
        return at


def _watch(line: Connection, port: int, paths: list[str], how: dict[str, Any]) -> None:
    asyncio.run(_serve(line, Watch(port, paths, **how)))


async def _serve(line: Connection, watch: Watch) -> None:
    """Do what the other process asks for."""
    await watch.open_all()
    watch.drops = 0  # a server may turn some away while very many knock at once
    line.send("open")
    while (wish := await asyncio.to_thread(line.recv)) != "stop":
        line.send(await _answer(watch, wish))
    watch.is_over = True


async def _answer(watch: Watch, wish: str) -> object:
    if wish == "take":
        seen, watch.seen = watch.seen, Seen()
        drops, watch.drops = watch.drops, 0
        return seen, drops
    if wish == "count":
        return len(watch.seen)
    if wish == "forget":
        watch.is_current.clear()
        return None
    await watch.until_current()
    return watch.current_at
