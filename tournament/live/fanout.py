"""The live edge: one channel-layer subscription per audience and process, fanned out to sockets.

Channels' stock consumers make a thread hop per message and socket. Here each process subscribes
once to an audience and passes the finished text to its own sockets: as a frame made once for all
of them where the server takes one (`config/web.py`), through short bounded queues elsewhere. A
browser that does not keep up is dropped; it reconnects and gets the whole picture. Channel layers
may lose a message, so each audience is also looked at every few seconds.
"""

import asyncio
import json
import logging
import struct
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from random import random
from time import monotonic
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.utils.functional import empty

log = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Write = Callable[[bytes], bool]
Socket = Callable[[Scope, Receive, Send], Awaitable[None]]
Queue = asyncio.Queue[str | None]

QUEUE_LENGTH = 16
LOOK_EVERY = 8.0
GLANCES = 8  # looks for each one that draws the whole
REST, LONGEST_REST = 9, 1.0  # drawn for a tenth of the time, but at least every second or so
SPREAD = 1.0  # of the time between two looks: not all halls look at once
BEAT_EVERY = 10.0
FINAL_TEXT = 0x81
TRY_AGAIN = 4503  # a server may send only 1000 and what is left to applications (RFC 6455, 7.4)
FORBIDDEN = 4403
NOT_FOUND = 4404
DOORS = "doors"  # the group that is told whose sockets must close
WRITE = "shuffle-up.write"  # a server's way to write a finished frame at once, among `extensions`


@dataclass(slots=True)
class Tally:
    """What this process has drawn and passed on since it began, for whoever watches it."""

    pushes: int = 0
    sent: int = 0  # each push, times the sockets it went to
    dropped: int = 0  # sockets whose browser did not keep up
    refused: int = 0
    lost: int = 0  # changes that no message brought
    unsent: int = 0  # messages that the channel layer did not take
    drawings: int = 0
    seconds: float = 0.0  # that the drawings took


TALLY = Tally()


class Drawn(NamedTuple):
    """A finished picture: its stamp changes with anything it shows.

    `mark` is what a glance finds as long as nothing was played since.
    """

    stamp: str
    text: str
    mark: str = ""


@dataclass(slots=True, frozen=True)
class Picture:
    """What an audience is shown: which groups bring it, how to draw it, and at what pace.

    Finished pictures come on the first group; word on any of them has it drawn anew. Where there
    is a `glance`, who looks for lost messages reads that, and draws the whole only now and then.
    Pictures of the same `crowd` are drawn one after the other: dealers wait behind one at most.
    `leave` is the group by whose leave one socket sees what many see; it alone can lose it.
    """

    groups: tuple[str, ...]
    draw: Callable[[], Drawn]
    pace: float = 0.0
    look_every: float = LOOK_EVERY
    glance: Callable[[], str] | None = None
    crowd: str = ""
    leave: str = ""

    @property
    def is_told(self) -> bool:
        """Whether word comes of every change: what is looked at more often shows what is due."""
        return self.look_every >= LOOK_EVERY

    def rest(self, took: float) -> float:
        """How long to wait after a drawing that took so long."""
        return max(self.pace, min(REST * took, LONGEST_REST)) if self.pace else 0.0


def push(*, target: str, version: int, content: str, stamp: str = "", mark: str = "") -> Drawn:
    """A push as the browser takes it: the whole fragment, its place and its version."""
    told = {"target": f"#{target}", "swap": "outerMorph", "version": version, "content": content}
    return Drawn(stamp or str(version), json.dumps(told), mark)


class Message(NamedTuple):
    """A text for many sockets, and its bytes on the wire, made once for all of them."""

    text: str
    frame: bytes


def message(text: str) -> Message:
    """A text as one WebSocket frame: final, not masked (RFC 6455, 5.2)."""
    body = text.encode()
    if (size := len(body)) < 126:
        return Message(text, struct.pack("!BB", FINAL_TEXT, size) + body)
    if size < 1 << 16:
        return Message(text, struct.pack("!BBH", FINAL_TEXT, 126, size) + body)
    return Message(text, struct.pack("!BBQ", FINAL_TEXT, 127, size) + body)


BEAT = message(json.dumps({"beat": 1}))


@dataclass(slots=True, eq=False)
class Line:
    """The way to one browser: straight to its socket, or through a queue to the server's `send`."""

    write: Write | None = None
    leave: str = ""
    person: int | None = None  # by whose leave it is open
    is_over: bool = False
    queue: Queue = field(default_factory=lambda: asyncio.Queue(QUEUE_LENGTH))

    def tell(self, told: Message) -> bool:
        """Pass it on; whether the browser keeps up."""
        if self.is_over:
            return True
        if self.write is not None:
            return self.write(told.frame)
        if self.queue.full():
            return False
        self.queue.put_nowait(told.text)
        return True

    def hang_up(self) -> None:
        """Nothing more is for this one: its socket closes."""
        self.is_over = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


@dataclass(slots=True, eq=False)
class Hall:
    """The sockets of this process that watch one picture."""

    picture: Picture
    lines: set[Line] = field(default_factory=set)
    told: str = ""
    mark: str = ""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    drawing: asyncio.Task[Drawn] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    standing: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, drawn: Drawn) -> None:
        """Tell every socket; a drawing begun before this one is not for those who come later."""
        self.told, self.mark = drawn.stamp, drawn.mark
        self.drawing = None
        TALLY.pushes += 1
        TALLY.sent += len(self.lines)
        self.tell_all(message(drawn.text))

    def tell_all(self, told: Message) -> None:
        """Pass the same bytes on to every socket; drop those that lag behind."""
        for line in tuple(self.lines):
            self.tell_one(line, told)

    def tell_one(self, line: Line, told: Message) -> None:
        """Pass it on to one socket, or drop it."""
        if not line.tell(told):
            TALLY.dropped += 1
            self.drop(line)

    def drop(self, line: Line) -> None:
        """Let go of a socket."""
        self.lines.discard(line)
        line.hang_up()

    async def current(self) -> Drawn:
        """The picture as it is now, drawn once for all who ask at the same time."""
        if self.drawing is None or self.drawing.done():
            self.drawing = asyncio.ensure_future(self.draw())
        return await asyncio.shield(self.drawing)

    async def draw(self) -> Drawn:
        """Ask the database, in a thread and in its turn."""
        async with self.turn:
            return await self.ask()

    async def ask(self) -> Drawn:
        """What the database has to say now."""
        began = monotonic()
        drawn: Drawn = await database_sync_to_async(self.picture.draw)()
        TALLY.drawings += 1
        TALLY.seconds += monotonic() - began
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
            self.tell(Drawn(message["stamp"], message["text"], message["mark"]))
        elif message["type"] == "hang_up":
            for line in tuple(self.lines):
                if message.get("leave", line.leave) == line.leave:
                    self.drop(line)
        else:
            self.changed.set()

    async def paint(self) -> None:
        """Draw after a change, at a calm pace; the last change is never left out.

        What takes long to draw is drawn less often: dealers must not wait for a leaderboard.
        """
        loop = asyncio.get_running_loop()
        while True:
            await self.changed.wait()
            async with self.turn:
                self.changed.clear()  # whatever was new by now is in the drawing
                began = loop.time()
                self.tell(await self.ask())
                took = loop.time() - began
            await asyncio.sleep(self.picture.rest(took))

    async def look(self) -> None:
        """Now and then see whether a message was lost on the way; not all halls at once."""
        await asyncio.sleep(random() * SPREAD * self.picture.look_every)
        for turn in count(1):
            await asyncio.sleep(self.picture.look_every)
            if turn % GLANCES and await self.is_as_told():
                continue
            drawn = await self.draw()
            if drawn.stamp != self.told:
                TALLY.lost += self.picture.is_told
                self.tell(drawn)

    async def is_as_told(self) -> bool:
        """Whether a glance finds nothing new since the last picture."""
        if self.picture.glance is None:
            return False
        found: str = await database_sync_to_async(self.picture.glance)()
        return found == self.mark

    async def beat(self) -> None:
        """Let browsers notice a connection that only seems open."""
        while True:
            await asyncio.sleep(BEAT_EVERY)
            self.tell_all(BEAT)


class Doors:
    """The sockets of people who are signed in: word comes here when somebody is sent away."""

    def __init__(self) -> None:
        self._lines: set[Line] = set()
        self._task: asyncio.Task[None] | None = None
        self._standing = asyncio.Event()

    async def add(self, line: Line) -> None:
        """Watch a socket; the first begins to listen."""
        self._lines.add(line)
        if self._task is None or self._task.done():
            self._standing.clear()
            self._task = asyncio.ensure_future(self._listen())
        standing = asyncio.ensure_future(self._standing.wait())
        await asyncio.wait({standing, self._task}, return_when=asyncio.FIRST_COMPLETED)
        standing.cancel()

    def remove(self, line: Line) -> None:
        """It is closed; the last one ends the listening."""
        self._lines.discard(line)
        if not self._lines and self._task is not None:
            self._task.cancel()

    async def _listen(self) -> None:
        layer: Any = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(DOORS, channel)
        self._standing.set()
        try:
            while True:
                self._turn_out((await layer.receive(channel))["person"])
        finally:
            await layer.group_discard(DOORS, channel)
            for line in tuple(self._lines):  # whoever may will be back, and is watched again
                line.hang_up()

    def _turn_out(self, person: int) -> None:
        for line in tuple(self._lines):
            if line.person == person:
                line.hang_up()


class Halls:
    """Every audience watched through this process."""

    def __init__(self) -> None:
        self._halls: dict[tuple[int, str], Hall] = {}
        self._tasks: dict[Hall, asyncio.Task[None]] = {}
        self._turns: WeakValueDictionary[tuple[int, str], asyncio.Lock] = WeakValueDictionary()
        self._doors: dict[int, Doors] = {}

    def sockets(self) -> Counter[str]:
        """How many are open, by what they show: groups without the numbers in their names."""
        found: Counter[str] = Counter()
        for (_, name), hall in tuple(self._halls.items()):
            shown = ".".join(part for part in name.split(".") if not part.isdecimal())
            found[shown] += len(hall.lines)
        return found

    async def join(self, picture: Picture, line: Line) -> Hall:
        """Add a socket, subscribing to its audience if it is the first."""
        loop = id(asyncio.get_running_loop())
        if line.person is not None:
            await self._doors.setdefault(loop, Doors()).add(line)
        key = (loop, picture.groups[0])
        hall = self._halls.get(key) or self._open(key, picture)
        hall.lines.add(line)
        standing = asyncio.ensure_future(hall.standing.wait())
        await asyncio.wait({standing, self._tasks[hall]}, return_when=asyncio.FIRST_COMPLETED)
        standing.cancel()
        return hall

    def leave(self, hall: Hall, line: Line) -> None:
        """Remove a socket; the last one out ends the subscription."""
        hall.lines.discard(line)
        if line.person is not None:
            self._doors[id(asyncio.get_running_loop())].remove(line)
        if not hall.lines and hall in self._tasks:
            self._forget(hall)
            self._tasks[hall].cancel()

    def _open(self, key: tuple[int, str], picture: Picture) -> Hall:
        hall = self._halls[key] = Hall(picture)
        if picture.crowd:
            hall.turn = self._turns.setdefault((key[0], picture.crowd), hall.turn)
        task = self._tasks[hall] = asyncio.ensure_future(hall.live())
        task.add_done_callback(lambda done: self._ended(key, hall, done))
        return hall

    def _ended(self, key: tuple[int, str], hall: Hall, task: asyncio.Task[None]) -> None:
        self._forget(hall)
        self._tasks.pop(hall, None)
        if not task.cancelled() and (trouble := task.exception()) is not None:
            log.error("The screens of %s were dropped and will return: %r", key[1], trouble)
        for line in tuple(hall.lines):
            hall.drop(line)

    def _forget(self, hall: Hall) -> None:
        self._halls = {key: other for key, other in self._halls.items() if other is not hall}


HALLS = Halls()


def person_of(scope: Scope) -> int | None:
    """Who opened this socket, if that was asked; what anybody may watch asks for nobody."""
    actor = scope.get("actor")
    is_asked = actor is not None and getattr(actor, "_wrapped", actor) is not empty
    return actor.user_id if actor is not None and is_asked else None


async def serve(picture: Picture, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one socket: the whole picture at once, then every change."""
    await receive()
    await send({"type": "websocket.accept"})
    line = Line(scope.get("extensions", {}).get(WRITE), picture.leave, person_of(scope))
    hall = await HALLS.join(picture, line)
    writer = asyncio.ensure_future(_write(line.queue, send))
    try:
        first = await hall.current()
        if not hall.told:
            hall.told, hall.mark = first.stamp, first.mark
        hall.tell_one(line, message(first.text))
        await _until_gone(receive, writer)
    finally:
        writer.cancel()
        HALLS.leave(hall, line)


class TurnedAway(Exception):
    """A socket is not for who opens it, or for nothing that there is."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def socket(find: Callable[[Scope], Picture]) -> Socket:
    """A socket that shows what the database finds for who opens it, or turns him away."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            picture = await database_sync_to_async(find)(scope)
        except TurnedAway as away:
            await refuse(receive, send, away.code)
        else:
            await serve(picture, scope, receive, send)

    return answer


async def refuse(receive: Receive, send: Send, code: int) -> None:
    """Turn a socket away before it is accepted."""
    TALLY.refused += 1
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
