"""The live edge: one channel-layer subscription per audience and process, fanned out to sockets.

Channels' stock consumers make a thread hop per message and socket. Here each process subscribes
once to an audience and passes the finished text to its own sockets through short bounded queues.
A browser that does not keep up is dropped; it reconnects and gets the whole picture. Channel
layers may lose a message, so each audience is also looked at every few seconds.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import random
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Queue = asyncio.Queue[str | None]

QUEUE_LENGTH = 16
LOOK_EVERY = 8.0
SPREAD = LOOK_EVERY
BEAT_EVERY = 10.0
BEAT = json.dumps({"beat": 1})
TRY_AGAIN = 1013
FORBIDDEN = 4403
NOT_FOUND = 4404


class Drawn(NamedTuple):
    """A finished picture: its stamp changes with anything it shows."""

    stamp: str
    text: str


@dataclass(slots=True, frozen=True)
class Picture:
    """What an audience is shown: which groups bring it, how to draw it, and at what pace.

    Finished pictures come on the first group; word on any of them has it drawn anew.
    """

    groups: tuple[str, ...]
    draw: Callable[[], Drawn]
    pace: float = 0.0
    look_every: float = LOOK_EVERY


def push(*, target: str, version: int, content: str, stamp: str = "") -> Drawn:
    """A push as the browser takes it: the whole fragment, its place and its version."""
    told = {"target": f"#{target}", "swap": "outerMorph", "version": version, "content": content}
    return Drawn(stamp or str(version), json.dumps(told))


@dataclass(slots=True, eq=False)
class Hall:
    """The sockets of this process that watch one picture."""

    picture: Picture
    queues: set[Queue] = field(default_factory=set)
    told: str = ""
    drawing: asyncio.Task[Drawn] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    standing: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, drawn: Drawn) -> None:
        """Queue the picture for every socket; drop the ones that lag behind.

        A drawing begun before this one is no longer for those who come after it.
        """
        self.told = drawn.stamp
        self.drawing = None
        for queue in tuple(self.queues):
            self.put(queue, drawn.text)

    def put(self, queue: Queue, text: str) -> None:
        """Queue one text, or drop the socket if its queue is full."""
        if queue.full():
            self.drop(queue)
        else:
            queue.put_nowait(text)

    def drop(self, queue: Queue) -> None:
        """Let go of a socket: its writer closes it when it comes to the end of the queue."""
        self.queues.discard(queue)
        while not queue.empty():
            queue.get_nowait()
        queue.put_nowait(None)

    async def current(self) -> Drawn:
        """The picture as it is now, drawn once for all who ask at the same time."""
        if self.drawing is None or self.drawing.done():
            self.drawing = asyncio.ensure_future(self.draw())
        return await asyncio.shield(self.drawing)

    async def draw(self) -> Drawn:
        """Ask the database, in a thread."""
        drawn: Drawn = await database_sync_to_async(self.picture.draw)()
        return drawn

    async def live(self) -> None:
        """Listen and paint until nobody watches any more, or either fails."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.listen())
            group.create_task(self.paint())
            group.create_task(self.look())
            group.create_task(self.beat())

    async def listen(self) -> None:
        """Take what the channel layer brings: a finished picture, or word of a change."""
        layer: Any = get_channel_layer()
        channel = await layer.new_channel()
        for group in self.picture.groups:
            await layer.group_add(group, channel)
        self.standing.set()
        try:
            while True:
                self.hear(await layer.receive(channel))
        finally:
            for group in self.picture.groups:
                await layer.group_discard(group, channel)

    def hear(self, message: dict[str, Any]) -> None:
        """A finished picture goes out as it is; a change is drawn by `paint`."""
        if "text" in message:
            self.tell(Drawn(message["stamp"], message["text"]))
        elif message["type"] == "hang_up":
            for queue in tuple(self.queues):
                self.drop(queue)
        else:
            self.changed.set()

    async def paint(self) -> None:
        """Draw after a change, at a calm pace; the last change is never left out."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            self.tell(await self.draw())
            await asyncio.sleep(self.picture.pace)

    async def look(self) -> None:
        """Now and then see whether a message was lost on the way; not all halls at once."""
        await asyncio.sleep(random() * min(SPREAD, self.picture.look_every))
        while True:
            await asyncio.sleep(self.picture.look_every)
            drawn = await self.draw()
            if drawn.stamp != self.told:
                self.tell(drawn)

    async def beat(self) -> None:
        """Let browsers notice a connection that only seems open."""
        while True:
            await asyncio.sleep(BEAT_EVERY)
            for queue in tuple(self.queues):
                self.put(queue, BEAT)


class Halls:
    """Every audience watched through this process."""

    def __init__(self) -> None:
        self._halls: dict[tuple[int, str], Hall] = {}
        self._tasks: dict[Hall, asyncio.Task[None]] = {}

    async def join(self, picture: Picture, queue: Queue) -> Hall:
        """Add a socket, subscribing to its audience if it is the first."""
        key = (id(asyncio.get_running_loop()), picture.groups[0])
        hall = self._halls.get(key) or self._open(key, picture)
        hall.queues.add(queue)
        standing = asyncio.ensure_future(hall.standing.wait())
        await asyncio.wait({standing, self._tasks[hall]}, return_when=asyncio.FIRST_COMPLETED)
        standing.cancel()
        return hall

    def leave(self, hall: Hall, queue: Queue) -> None:
        """Remove a socket; the last one out ends the subscription."""
        hall.queues.discard(queue)
        if not hall.queues and hall in self._tasks:
            self._forget(hall)
            self._tasks[hall].cancel()

    def _open(self, key: tuple[int, str], picture: Picture) -> Hall:
        hall = self._halls[key] = Hall(picture)
        task = self._tasks[hall] = asyncio.ensure_future(hall.live())
        task.add_done_callback(lambda done: self._ended(key, hall, done))
        return hall

    def _ended(self, key: tuple[int, str], hall: Hall, task: asyncio.Task[None]) -> None:
        self._forget(hall)
        self._tasks.pop(hall, None)
        if not task.cancelled() and (trouble := task.exception()) is not None:
            log.error("The screens of %s were dropped and will return: %r", key[1], trouble)
        for queue in tuple(hall.queues):
            hall.drop(queue)

    def _forget(self, hall: Hall) -> None:
        self._halls = {key: other for key, other in self._halls.items() if other is not hall}


HALLS = Halls()


async def serve(picture: Picture, receive: Receive, send: Send) -> None:
    """Serve one socket: the whole picture at once, then every change."""
    await receive()
    await send({"type": "websocket.accept"})
    queue: Queue = asyncio.Queue(QUEUE_LENGTH)
    hall = await HALLS.join(picture, queue)
    writer = asyncio.ensure_future(_write(queue, send))
    try:
        first = await hall.current()
        hall.told = hall.told or first.stamp
        hall.put(queue, first.text)
        await _until_gone(receive, writer)
    finally:
        writer.cancel()
        HALLS.leave(hall, queue)


async def refuse(receive: Receive, send: Send, code: int) -> None:
    """Turn a socket away before it is accepted."""
    await receive()
    await send({"type": "websocket.close", "code": code})


async def _write(queue: Queue, send: Send) -> None:
    while (text := await queue.get()) is not None:
        await send({"type": "websocket.send", "text": text})
    await send({"type": "websocket.close", "code": TRY_AGAIN})


async def _until_gone(receive: Receive, writer: asyncio.Task[None]) -> None:
    """Read until the browser leaves or was dropped; what it says is ignored."""
    while not writer.done():
        reader = asyncio.ensure_future(receive())
        await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        if not reader.done():
            reader.cancel()
        elif reader.result()["type"] == "websocket.disconnect":
            return
