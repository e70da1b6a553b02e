"""The live edge: the whole picture on connect, every change after it, and nobody left behind."""

import asyncio
import itertools
import logging
import threading
from collections import defaultdict
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from tournament.live import fanout
from tournament.live.fanout import Drawn, Picture

PATIENCE = 10


class Layer:
    """A channel layer whose messages the test hands out itself."""

    def __init__(self) -> None:
        self.queues: dict[str, asyncio.Queue[Any]] = {}
        self.groups: dict[str, set[str]] = defaultdict(set)

    async def new_channel(self) -> str:
        name = f"channel {len(self.queues)}"
        self.queues[name] = asyncio.Queue()
        return name

    async def group_add(self, group: str, channel: str) -> None:
        self.groups[group].add(channel)

    async def group_discard(self, group: str, channel: str) -> None:
        self.groups[group].discard(channel)

    async def receive(self, channel: str) -> dict[str, Any]:
        message = await self.queues[channel].get()
        if isinstance(message, Exception):
            raise message
        return dict(message)

    def say(self, group: str, message: dict[str, Any] | Exception) -> None:
        for channel in self.groups[group]:
            self.queues[channel].put_nowait(message)


class Socket:
    """A browser's end of a socket."""

    def __init__(self, picture: Picture, scope: fanout.Scope | None = None) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.got: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.may_get = asyncio.Event()
        self.may_get.set()
        self.said.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(
            fanout.serve(picture, scope or {}, self.said.get, self.send)
        )

    async def send(self, message: dict[str, Any]) -> None:
        await self.may_get.wait()
        await self.got.put(message)

    async def next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.got.get(), PATIENCE)

    async def accepted(self) -> "Socket":
        assert (await self.next())["type"] == "websocket.accept"
        return self

    async def text(self) -> str:
        message = await self.next()
        assert message["type"] == "websocket.send", message
        return str(message["text"])

    async def closed(self) -> int:
        while (message := await self.next())["type"] != "websocket.close":
            pass
        await asyncio.wait_for(self.task, PATIENCE)
        return int(message["code"])

    async def leave(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self.task, PATIENCE)


class Clock:
    """Sleeping that ends when the test says so."""

    def __init__(self) -> None:
        self.asleep: list[tuple[float, asyncio.Future[None]]] = []

    async def sleep(self, seconds: float) -> None:
        if not seconds:
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.asleep.append((seconds, woken))
        await woken

    async def wake(self, seconds: float) -> None:
        """Let the first who sleeps so long go on, waiting for him to fall asleep if need be."""
        while not any(length == seconds and not woken.done() for length, woken in self.asleep):
            await asyncio.wait({asyncio.ensure_future(_a_moment())})
        next(w for length, w in self.asleep if length == seconds and not w.done()).set_result(None)


async def _a_moment() -> None:
    """Let everything that is ready run."""
    await asyncio.get_running_loop().run_in_executor(None, lambda: None)


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> Layer:
    """A channel layer of the test's own."""
    made = Layer()
    monkeypatch.setattr(fanout, "get_channel_layer", lambda: made)
    monkeypatch.setattr(
        fanout, "database_sync_to_async", sync_to_async
    )  # there is no database here
    monkeypatch.setattr(fanout, "HALLS", fanout.Halls())
    return made


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Time of the test's own."""
    made = Clock()
    monkeypatch.setattr(asyncio, "sleep", made.sleep)
    monkeypatch.setattr(fanout, "SPREAD", 0.0)
    monkeypatch.setattr(fanout, "REST", 0)  # how long a drawing takes is the machine's business
    return made


class Painter:
    """Draws picture 1, 2, 3 ... and counts them."""

    def __init__(self, pace: float = 0.0, groups: tuple[str, ...] = ("hall",)) -> None:
        self.numbers = itertools.count(1)
        self.picture = Picture(groups, self.draw, pace)

    def draw(self) -> Drawn:
        number = next(self.numbers)
        return Drawn(str(number), f"picture {number}")


CHANGED = {"type": "changed"}


def finished(number: int) -> dict[str, Any]:
    return {"type": "picture", "stamp": str(number), "text": f"finished {number}", "mark": ""}


async def test_a_socket_gets_the_whole_picture_when_it_connects(layer: Layer):
    socket = await Socket(Painter().picture).accepted()
    assert await socket.text() == "picture 1"
    await socket.leave()


async def test_word_of_a_change_brings_a_new_picture_drawn_once_for_all(layer: Layer):
    painter = Painter()
    sockets = [await Socket(painter.picture).accepted() for _ in range(3)]
    firsts = [await socket.text() for socket in sockets]
    layer.say("hall", CHANGED)
    after = [await socket.text() for socket in sockets]
    assert len(set(after)) == 1
    assert int(after[0].split()[1]) == max(int(text.split()[1]) for text in firsts) + 1
    for socket in sockets:
        await socket.leave()


async def test_a_socket_hears_a_beat_now_and_then_so_that_silence_means_something(layer, clock):
    socket = await Socket(Painter().picture).accepted()
    await socket.text()
    for _ in range(2):
        await clock.wake(fanout.BEAT_EVERY)
        assert await socket.text() == '{"beat": 1}'
    await socket.leave()


async def test_a_finished_picture_is_passed_on_as_it_is(layer: Layer):
    socket = await Socket(Painter().picture).accepted()
    await socket.text()
    layer.say("hall", finished(7))
    assert await socket.text() == "finished 7"
    await socket.leave()


async def test_word_on_a_second_group_brings_a_new_picture_too(layer: Layer):
    socket = await Socket(Painter(groups=("hall", "clock")).picture).accepted()
    await socket.text()
    layer.say("clock", CHANGED)
    assert await socket.text() == "picture 2"
    await socket.leave()


async def test_many_changes_are_told_at_a_calm_pace_and_the_last_is_never_left_out(layer, clock):
    socket = await Socket(Painter(pace=0.3).picture).accepted()
    assert await socket.text() == "picture 1"
    layer.say("hall", CHANGED)
    assert await socket.text() == "picture 2"
    for _ in range(50):
        layer.say("hall", CHANGED)
    await _a_moment()
    assert socket.got.empty()
    await clock.wake(0.3)
    assert await socket.text() == "picture 3"
    await clock.wake(0.3)
    await _a_moment()
    assert socket.got.empty()
    await socket.leave()


async def test_a_change_while_the_picture_is_drawn_is_drawn_again(layer: Layer):
    begun, may_end = threading.Event(), threading.Event()
    facts = ["old"]

    def draw() -> Drawn:
        seen = facts[-1]
        begun.set()
        may_end.wait(PATIENCE)
        return Drawn(seen, seen)

    may_end.set()
    socket = await Socket(Picture(("hall",), draw)).accepted()
    assert await socket.text() == "old"
    begun.clear()
    may_end.clear()
    layer.say("hall", CHANGED)
    await asyncio.get_running_loop().run_in_executor(None, begun.wait, PATIENCE)
    facts.append("new")
    layer.say("hall", CHANGED)
    may_end.set()
    assert [await socket.text(), await socket.text()] == ["old", "new"]
    await socket.leave()


async def test_one_who_comes_after_a_push_never_gets_a_picture_begun_before_it(layer: Layer):
    begun, may_end = threading.Event(), threading.Event()
    facts = ["old"]

    def draw() -> Drawn:
        seen = facts[-1]
        begun.set()
        may_end.wait(PATIENCE)
        return Drawn(seen, seen)

    first = await Socket(Picture(("hall",), draw)).accepted()
    await asyncio.get_running_loop().run_in_executor(None, begun.wait, PATIENCE)
    facts.append("new")
    layer.say("hall", finished(2))
    assert await first.text() == "finished 2"
    second = await Socket(Picture(("hall",), draw)).accepted()
    may_end.set()
    assert await first.text() == "old"
    assert await second.text() == "new"
    for socket in (first, second):
        await socket.leave()


async def test_a_message_that_got_lost_is_noticed_by_looking(layer: Layer, clock: Clock):
    socket = await Socket(Painter().picture).accepted()
    assert await socket.text() == "picture 1"
    await clock.wake(fanout.LOOK_EVERY)
    assert await socket.text() == "picture 2"
    await socket.leave()


async def test_looking_tells_nothing_when_nothing_changed(layer: Layer, clock: Clock):
    socket = await Socket(Picture(("hall",), lambda: Drawn("same", "same"))).accepted()
    assert await socket.text() == "same"
    for _ in range(3):
        await clock.wake(fanout.LOOK_EVERY)
        await _a_moment()
    assert socket.got.empty()
    await socket.leave()


async def test_a_glance_that_finds_nothing_new_spares_the_drawing(layer: Layer, clock: Clock):
    painter, seen = Painter(), ["1"]
    watched = replace(painter.picture, glance=lambda: seen[-1])
    socket = await Socket(watched).accepted()
    assert await socket.text() == "picture 1"
    layer.say("hall", {**finished(7), "mark": "1"})
    assert await socket.text() == "finished 7"
    await clock.wake(fanout.LOOK_EVERY)
    await _a_moment()
    seen.append("2")
    await clock.wake(fanout.LOOK_EVERY)
    assert await socket.text() == "picture 2"
    await socket.leave()


async def test_the_whole_is_drawn_now_and_then_whatever_a_glance_finds(layer: Layer, clock: Clock):
    watched = replace(Painter().picture, glance=lambda: "")
    socket = await Socket(watched).accepted()
    assert await socket.text() == "picture 1"
    for _ in range(fanout.GLANCES):
        await clock.wake(fanout.LOOK_EVERY)
    assert await socket.text() == "picture 2"
    await socket.leave()


async def test_a_crowd_of_phones_does_not_hold_up_the_clock(layer: Layer, clock: Clock):
    drawn, may_end = [], threading.Event()
    may_end.set()

    def drawing(name: str) -> Drawn:
        drawn.append(name)
        may_end.wait(PATIENCE)
        return Drawn(name, name)

    phones = [
        Picture((f"entry.{n}", "seats"), partial(drawing, "phone"), crowd="phones")
        for n in range(3)
    ]
    wall = Picture(("clock",), partial(drawing, "clock"))
    sockets = [await Socket(picture).accepted() for picture in (*phones, wall)]
    for socket in sockets:
        await socket.text()
    drawn.clear()
    may_end.clear()
    for news in ("seats", "clock"):
        layer.say(news, {"type": "changed"})
        await _a_moment()
    may_end.set()
    for socket in sockets:
        await socket.text()
        await socket.leave()
    assert drawn == ["phone", "clock", "phone", "phone"]


def test_what_takes_long_to_draw_is_drawn_less_often():
    picture = Picture(("hall",), Painter().draw, pace=0.3)
    assert picture.rest(0.01) == 0.3
    assert picture.rest(0.1) == pytest.approx(0.9)
    assert picture.rest(3) == 1.0
    assert Picture(("hall",), Painter().draw).rest(0.1) == 0


async def test_a_browser_that_does_not_keep_up_is_dropped_and_the_others_are_not(layer: Layer):
    painter = Painter()
    slow, quick = [await Socket(painter.picture).accepted() for _ in range(2)]
    await slow.text()
    await quick.text()
    slow.may_get.clear()
    for number in range(fanout.QUEUE_LENGTH + 2):
        layer.say("hall", finished(number))
        assert await quick.text() == f"finished {number}"
    slow.may_get.set()
    assert await slow.closed() == fanout.TRY_AGAIN
    assert slow.got.empty()
    layer.say("hall", finished(99))
    assert await quick.text() == "finished 99"
    await quick.leave()


async def test_a_server_that_takes_frames_is_given_the_same_bytes_for_every_socket(layer: Layer):
    written: list[list[bytes]] = [[], []]
    painter = Painter()
    sockets = [
        await Socket(painter.picture, {"extensions": {fanout.WRITE: _noting(frames)}}).accepted()
        for frames in written
    ]
    while not all(written):
        await _a_moment()
    layer.say("hall", finished(7))
    while not all(fanout.message("finished 7").frame in frames for frames in written):
        await _a_moment()
    first, second = (frames[-1] for frames in written)
    assert first is second
    assert written[0][0] == fanout.message("picture 1").frame
    assert all(socket.got.empty() for socket in sockets)
    for socket in sockets:
        await socket.leave()


def _noting(frames: list[bytes]) -> fanout.Write:
    def write(frame: bytes) -> bool:
        frames.append(frame)
        return True

    return write


async def test_a_browser_that_the_server_says_lags_behind_is_dropped(layer: Layer):
    socket = Socket(Painter().picture, {"extensions": {fanout.WRITE: lambda frame: False}})
    await socket.accepted()
    assert await socket.closed() == fanout.TRY_AGAIN


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_a_message_is_one_final_frame_that_any_client_reads(size: int):
    text = "ä" * (size // 2) + "x" * (size % 2)
    client = ClientProtocol(parse_uri("ws://hall/"), state=State.OPEN, max_size=None)
    client.receive_data(fanout.message(text).frame)
    (frame,) = client.events_received()
    assert isinstance(frame, Frame)
    assert (frame.opcode, frame.fin, bytes(frame.data).decode()) == (Opcode.TEXT, True, text)


async def test_hanging_up_drops_everybody_who_may_then_come_back(layer: Layer):
    painter = Painter()
    sockets = [await Socket(painter.picture).accepted() for _ in range(2)]
    for socket in sockets:
        await socket.text()
    layer.say("hall", {"type": "hang_up"})
    assert [await socket.closed() for socket in sockets] == [fanout.TRY_AGAIN] * 2
    back = await Socket(painter.picture).accepted()
    assert (await back.text()).startswith("picture")
    await back.leave()


async def test_who_loses_the_leave_to_watch_is_dropped_and_nobody_else(layer: Layer):
    painter = Painter()
    everybody = await Socket(painter.picture).accepted()
    leavers = [replace(painter.picture, leave=f"entry.{number}") for number in (1, 2)]
    lost, kept = [await Socket(leaver).accepted() for leaver in leavers]
    for socket in (everybody, lost, kept):
        await socket.text()
    layer.say("hall", {"type": "hang_up", "leave": "entry.1"})
    assert await lost.closed() == fanout.TRY_AGAIN
    layer.say("hall", finished(5))
    for socket in (everybody, kept):
        assert await socket.text() == "finished 5"
        await socket.leave()


async def test_a_lost_channel_layer_drops_the_screens_and_the_next_subscribes_anew(layer, caplog):
    painter = Painter()
    socket = await Socket(painter.picture).accepted()
    await socket.text()
    with caplog.at_level(logging.ERROR):
        layer.say("hall", ConnectionError("Redis is gone"))
        assert await socket.closed() == fanout.TRY_AGAIN
    assert "The screens of hall were dropped and will return" in caplog.text
    back = await Socket(painter.picture).accepted()
    await back.text()
    layer.say("hall", finished(5))
    assert await back.text() == "finished 5"
    await back.leave()


async def test_a_channel_layer_that_cannot_be_reached_at_all_drops_the_screen(layer, monkeypatch):
    async def unreachable() -> str:
        raise ConnectionError("Redis is not there")

    monkeypatch.setattr(layer, "new_channel", unreachable)
    socket = await Socket(Painter().picture).accepted()
    assert await socket.closed() == fanout.TRY_AGAIN


async def test_the_last_one_out_ends_the_subscription(layer: Layer):
    painter = Painter()
    sockets = [await Socket(painter.picture).accepted() for _ in range(2)]
    for socket in sockets:
        await socket.text()
    assert len(layer.groups["hall"]) == 1
    await sockets[0].leave()
    assert len(layer.groups["hall"]) == 1
    await sockets[1].leave()
    for _ in range(5):
        await _a_moment()
    assert not layer.groups["hall"]


async def test_two_audiences_do_not_hear_each_other(layer: Layer):
    public = await Socket(Painter(groups=("public",)).picture).accepted()
    dealer = await Socket(Painter(groups=("dealer",)).picture).accepted()
    await public.text()
    await dealer.text()
    layer.say("dealer", finished(3))
    assert await dealer.text() == "finished 3"
    assert public.got.empty()
    await public.leave()
    await dealer.leave()


async def test_what_a_browser_says_is_ignored(layer: Layer):
    socket = await Socket(Painter().picture).accepted()
    await socket.text()
    for _ in range(3):
        socket.said.put_nowait({"type": "websocket.receive", "text": "fold"})
    layer.say("hall", CHANGED)
    assert await socket.text() == "picture 2"
    await socket.leave()


async def test_a_refused_socket_is_closed_with_its_code():
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    await fanout.refuse(receive, send, fanout.FORBIDDEN)
    assert sent == [{"type": "websocket.close", "code": 4403}]


def test_a_push_names_its_target_its_version_and_how_to_put_it_in():
    drawn = fanout.push(target="clock", version=12, content="<section id=clock>")
    assert drawn.stamp == "12"
    assert drawn.text == (
        '{"target": "#clock", "swap": "outerMorph", "version": 12, "content": "<section id=clock>"}'
    )
