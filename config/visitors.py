"""Who is connected to a web process: so many in all and from one address, and no slow requests.

Each connection takes a descriptor. Whoever opens them by the thousand, or sends a request a byte at
a time, would leave none for the tablets. So the limit is raised at the start, a part of it is kept
for databases and files, and one address has half of the rest at most. Behind a proxy all come from
its address: there only live sockets are counted, by the address that the proxy names.
"""

import contextlib
import resource
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from twisted.internet.tcp import Port, Server
from twisted.web import http

HEAD_SECONDS = 10.0  # from the first byte of a request to the end of its header
BODY_SECONDS = 300.0  # from there to the end of its body: an archive by a hall's Wi-Fi
WISHED = 65_536  # descriptors, where the system allows as many
KEPT_BACK = 256  # of them for databases, Redis and files
TRY_AGAIN = 4503

Scope = dict[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


@dataclass
class Crowd:
    """How many are connected, by address."""

    in_all: int
    of_one: int | None = None
    here: Counter[str] = field(default_factory=Counter)

    def enter(self, address: str) -> bool:
        """Count one in; whether there is room."""
        self.here[address] += 1
        of_one = self.in_all if self.of_one is None else self.of_one
        return self.here.total() <= self.in_all and self.here[address] <= of_one

    def leave(self, address: str) -> None:
        """Count one out."""
        self.here[address] -= 1
        if not self.here[address]:
            del self.here[address]


def raise_limit() -> int:
    """Open as many descriptors as the system lets us; how many that are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wished = WISHED if hard == resource.RLIM_INFINITY else min(WISHED, hard)
    if soft != resource.RLIM_INFINITY and soft < wished:
        with contextlib.suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WISHED if soft == resource.RLIM_INFINITY else soft


def room_for(descriptors: int) -> int:
    """How many connections that is, with what is kept back for ourselves."""
    return descriptors - min(KEPT_BACK, descriptors // 2)


def bound_connections(limits: Crowd) -> None:
    """From now on, every port of this process hangs up on whom there is no room for."""

    class Visitor(Server):
        """A connection that is counted until it is lost, whatever is spoken on it."""

        def __init__(self, sock: Any, protocol: Any, client: Any, *more: Any) -> None:
            super().__init__(sock, protocol, client, *more)
            if not limits.enter(str(client[0])):
                self.reactor.callLater(0, self.abortConnection)

        def connectionLost(self, reason: Any) -> None:  # noqa: N802 (Twisted's name)
            limits.leave(str(self.client[0]))
            super().connectionLost(reason)

    Port.transport = Visitor  # type: ignore[assignment]  # no endpoint has such an option


Reader: Any = http.HTTPChannel  # most of it has no types


class Channel(Reader):  # type: ignore[misc]  # so this has none to build on
    """Twisted's reader of requests; what does not come whole in time is hung up on.

    Twisted itself only minds silence, and a byte now and then is none.
    """

    _due: Any = None
    _is_between = True

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 (Twisted's names)
        """The first byte of a request starts the time of its header."""
        if self._is_between and data:
            self._is_between = False
            self._allow(HEAD_SECONDS)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:  # noqa: N802
        """The header is whole: now the body."""
        self._is_between = False
        self._allow(BODY_SECONDS)
        super().allHeadersReceived()

    def allContentReceived(self) -> None:  # noqa: N802
        """All is here: what takes time from now on is ours."""
        self._allow(None)
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:  # noqa: N802
        """The next one may begin."""
        self._is_between = True
        super().requestDone(request)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """Nothing is waited for any more."""
        self._allow(None)
        super().connectionLost(reason)

    def _allow(self, seconds: float | None) -> None:
        if self._due is not None and self._due.active():
            self._due.cancel()
        self._due = None if seconds is None else self.callLater(seconds, self._hang_up)

    def _hang_up(self) -> None:
        self.transport.abortConnection()


def bounded(application: Application, limits: Crowd) -> Application:
    """Behind a proxy: so many live sockets for each address that it names."""

    async def answer(scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await counted(scope, receive, send)
        else:
            await application(scope, receive, send)

    async def counted(scope: Scope, receive: Any, send: Any) -> None:
        address = forwarded(scope)
        try:
            if limits.enter(address):
                await application(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": TRY_AGAIN})
        finally:
            limits.leave(address)

    return answer


def forwarded(scope: Scope) -> str:
    """The proxy's own last word on where a socket comes from, as for pages."""
    told = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    last = told[-1].decode("latin-1") if told else ""
    return str(last).split(",")[-1].strip()
