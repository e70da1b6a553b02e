"""Frames straight to the socket: whole and in order, and a stalled browser keeps nobody waiting."""

import ctypes
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from config import web
from tables import broadcast
from tests.attacks.test_strangers import handshake
from tests.factories import running, table_of
from tests.site import LiveSite

ROOT = Path(__file__).resolve().parents[2]
BIG = 100_000


class Wire:
    """A transport of Twisted's that has room for so many bytes."""

    def __init__(self, room: int) -> None:
        self.room, self.sent = room, b""
        self.dataBuffer, self.offset, self._tempDataLen = b"", 0, 0

    def writeSomeData(self, data: bytes) -> int | Exception:  # noqa: N802 (Twisted's name)
        if self.room < 0:
            return ConnectionResetError()
        some = data[: self.room]
        self.sent, self.room = self.sent + some, self.room - len(some)
        return len(some)

    def write(self, data: bytes) -> None:
        self.dataBuffer += data


class Tls:
    """The same below TLS: only its own `write` may touch it."""

    def __init__(self, wire: Wire) -> None:
        self.transport, self.taken = wire, b""

    def write(self, data: bytes) -> None:
        self.taken += data


class Protocol:
    """As much of a socket's protocol as is asked."""

    STATE_OPEN = 3

    def __init__(self, transport: Any, state: int = STATE_OPEN) -> None:
        self.transport, self.state = transport, state


def test_a_frame_goes_straight_to_the_kernel_and_its_rest_waits_in_order():
    wire = Wire(room=4)
    protocol = Protocol(wire)
    assert web.write(protocol, b"first")
    assert web.write(protocol, b"second")
    assert (wire.sent, wire.dataBuffer) == (b"firs", b"tsecond")


def test_a_browser_for_which_too_much_waits_lags_behind():
    wire = Wire(room=0)
    assert web.write(Protocol(wire), b"x" * (web.LAGS_BEHIND + 1))
    assert not web.write(Protocol(wire), b"more")


def test_below_tls_nothing_is_written_past_it():
    tls = Tls(Wire(room=100))
    assert web.write(Protocol(tls), b"frame")
    assert (tls.taken, tls.transport.sent) == (b"frame", b"")


@pytest.mark.parametrize(
    "protocol", [Protocol(Wire(room=-1)), Protocol(Wire(room=9), state=2)], ids=["lost", "closing"]
)
def test_a_socket_that_is_going_is_written_nothing_and_lags_behind_nobody(protocol: Protocol):
    assert web.write(protocol, b"frame")
    assert (protocol.transport.sent, protocol.transport.dataBuffer) == (b"", b"")


def test_a_stalled_browser_is_dropped_and_the_others_get_every_push(live_site: LiveSite):
    table = table_of(running(2))
    path = f"/ws/t/{table.tournament.code}/tables/1/"
    layer: Any = get_channel_layer()
    tell = async_to_sync(layer.group_send)
    with (
        closing(handshake(live_site, path)) as stalled,
        closing(handshake(live_site, path)) as good,
    ):
        until(good, b'"target"', 0)  # it is in the hall once it has its first picture
        for number in range(200):
            text = f"<{number}>" + "x" * BIG
            message = {"type": "picture", "stamp": str(number), "text": text, "mark": ""}
            tell(broadcast.public_group(table.pk), message)
            until(good, f"<{number}>".encode(), BIG)
        stalled.settimeout(20)
        assert is_closed(stalled)
    assert live_site.answers("/")


def until(line: socket.socket, head: bytes, size: int) -> None:
    """Read until this push has come, all of it."""
    seen = b""
    while (at := seen.find(head)) < 0 or len(seen) - at < size + len(head):
        more = line.recv(1 << 20)
        assert more
        seen += more


def is_closed(line: socket.socket) -> bool:
    """Whether the other side ended it, once what it had sent before is read."""
    try:
        while line.recv(1 << 20):
            pass
    except ConnectionResetError:
        pass
    return True


IS_ONE = not hasattr(ctypes.CDLL(None), "mallopt")  # a C library without arenas
ARENAS = """
import ctypes, sys, threading
from config import web
{wish}
library = ctypes.CDLL(None)
if not hasattr(library, "mallopt"): sys.exit()
library.malloc.restype = library.fopen.restype = ctypes.c_void_p
library.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
library.fclose.argtypes = [ctypes.c_void_p]
together = threading.Barrier(12)
def ask():
    library.malloc(3000)
    together.wait()
threads = [threading.Thread(target=ask) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
told = library.fopen(b"/dev/stdout", b"w")
library.malloc_info(0, told)
library.fclose(told)
"""


@pytest.mark.parametrize(("wish", "is_shared"), [("", IS_ONE), ("web.share_memory()", True)])
def test_the_threads_of_requests_share_two_arenas(wish: str, is_shared: bool):
    command = [sys.executable, "-c", ARENAS.format(wish=wish)]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert (told.count("<heap nr=") <= 2) is is_shared
