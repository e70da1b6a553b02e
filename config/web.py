"""`python -m config.web`: Daphne, whose sockets also take a finished frame at once.

Daphne's own way costs each socket of a push a task's turn, a frame of its own and two calls to the
selector. One push for a thousand screens is the same bytes a thousand times: here they are handed
to the kernel straight away, and to Twisted's buffer only when the kernel has no more room.

Daphne also keeps a request's body of any size on the disk before anybody looks at it. Here one
that is larger than any page takes is cut off; so is what comes too slowly, and whoever takes more
connections than one address may (`config/visitors.py`).

With `--share-port` several of them listen at the same port, and the kernel deals connections out.
"""

import ctypes
import gc
import socket
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

from daphne import http_protocol
from daphne.cli import CommandLineInterface
from daphne.server import Server
from django.conf import settings
from twisted.internet.tcp import Port

from config import metrics, visitors
from tournament.live.fanout import WRITE

M_ARENA_MAX, ARENAS = -8, 2  # an option of the C library, and what it is set to
LAGS_BEHIND = 256 * 1024  # bytes that wait for one browser
MOST_BODY = 25_000_000  # bytes; an archive, the largest that a page takes, may have 20 million
TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
SWITCH_SECONDS = 0.0005  # a thread that draws holds up one whose database has answered


def write(protocol: Any, frame: bytes) -> bool:
    """Write a frame to a socket; false for one whose browser does not keep up."""
    if protocol.state != protocol.STATE_OPEN:
        return True  # it is closing: nobody lags behind
    transport = protocol.transport
    wire = getattr(transport, "transport", transport)  # below TLS, if there is any
    if (waiting := len(wire.dataBuffer) - wire.offset + wire._tempDataLen) > LAGS_BEHIND:
        return False
    written = wire.writeSomeData(frame) if wire is transport and not waiting else 0
    if isinstance(written, int) and written < len(frame):
        transport.write(frame[written:])
    return True


class Request(http_protocol.WebRequest):  # type: ignore[misc]  # Daphne has no types
    """Daphne's request; what is too large is neither waited for nor kept."""

    is_cut_off = False

    def gotLength(self, length: int | None) -> None:  # noqa: N802 (Twisted's names)
        """Turn a body away that says itself how large it is."""
        super().gotLength(length)
        if length is not None and length > MOST_BODY:
            self.cut_off()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Keep what comes, up to the limit."""
        if not self.is_cut_off and self.content.tell() + len(data) > MOST_BODY:
            self.cut_off()
        if not self.is_cut_off:
            super().handleContentChunk(data)

    def requestReceived(self, *told: bytes) -> None:  # noqa: N802
        """Pass on what came whole."""
        if not self.is_cut_off:
            super().requestReceived(*told)

    def cut_off(self) -> None:
        """Say so, and hang up."""
        self.is_cut_off = True
        self.channel.transport.write(TOO_LARGE)
        self.channel.loseConnection()


http_protocol.WebRequest = Request  # what Daphne makes for each request
http_protocol.HTTPFactory.protocol = visitors.Channel  # and for each connection


class Web(Server):  # type: ignore[misc]  # Daphne has no types
    """Daphne's server; each socket's scope says how to write to it."""

    application: Any

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Let the application write frames of its own to a socket."""
        if scope["type"] == "websocket":
            scope["extensions"] = {WRITE: partial(write, protocol)}
        return super().create_application(protocol, scope)

    def run(self) -> None:
        """Serve; what was loaded by now stays, and is not searched for garbage again."""
        sys.setswitchinterval(SWITCH_SECONDS)
        self.bound_connections()
        gc.collect()
        gc.freeze()
        metrics.leave_for_ever()
        super().run()

    def bound_connections(self) -> None:
        """Leave room for everybody; behind a proxy, by the addresses that it names."""
        in_all = visitors.room_for(visitors.raise_limit())
        of_one = visitors.Crowd(in_all, in_all // 2)
        if settings.BEHIND_PROXY:
            self.application = visitors.bounded(self.application, of_one)
        visitors.bound_connections(visitors.Crowd(in_all) if settings.BEHIND_PROXY else of_one)


def share_memory() -> None:
    """Let all threads take their memory from two arenas, where the C library is GNU's.

    Each request has a thread of its own. Sixteen of them would be given an arena each, and what is
    free in one is of no use to the others: the process only ever grew.
    """
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):
        library.mallopt(M_ARENA_MAX, ARENAS)


def share_ports() -> None:
    """From now on, every port that this process opens may be opened by others like it too."""
    opened = Port.createInternetSocket

    def shared(port: Port) -> socket.socket:
        made: socket.socket = opened(port)  # type: ignore[no-untyped-call]  # Twisted's
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        return made

    Port.createInternetSocket = shared  # type: ignore[method-assign]  # its endpoints have no such option


class Command(CommandLineInterface):  # type: ignore[misc]  # Daphne has no types
    """Daphne's command line, with one more option."""

    server_class = Web

    def __init__(self) -> None:
        super().__init__()
        self.parser.add_argument("--share-port", action="store_true")

    def run(self, args: Sequence[str]) -> None:
        """Serve as the options say."""
        share_memory()
        if self.parser.parse_args(args).share_port:
            share_ports()
        super().run(args)


if __name__ == "__main__":
    Command.entrypoint()
