"""Connections are bounded, per address and in all, and what drips is hung up on."""

import resource
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.web import http

from config import visitors
from config.machine import local_redis
from config.visitors import BODY_SECONDS, HEAD_SECONDS, Channel, Crowd
from tests import servers
from tests.site import is_listening, site_environment

ROOT = Path(__file__).resolve().parents[2]
DESCRIPTORS = 200


# -- Slow requests ---------------------------------------------------------------------------------


class Asked(http.Request):
    """A request that is answered when the test says so."""

    def process(self) -> None:
        pass


class Wire(StringTransport):
    """A connection that knows whether it was hung up on."""

    is_hung_up = False

    def abortConnection(self) -> None:  # noqa: N802 (Twisted's name)
        self.is_hung_up = True


class Sender:
    """Somebody who sends a request in pieces."""

    def __init__(self) -> None:
        self.clock, self.wire = Clock(), Wire()
        self.channel: Any = Channel()
        self.channel.callLater = self.clock.callLater
        self.channel.timeOut = None
        self.channel.requestFactory = Asked
        self.channel.site = self.channel.factory = None
        self.channel.makeConnection(self.wire)

    def drip(self, data: bytes, *, seconds: float) -> None:
        """A byte now and then."""
        for number in range(len(data)):
            self.channel.dataReceived(data[number : number + 1])
            self.clock.advance(seconds)


def test_a_header_that_drips_is_hung_up_on_after_seconds():
    slow = Sender()
    slow.drip(b"GET / HTTP/1.1\r\n", seconds=HEAD_SECONDS / 20)
    assert not slow.wire.is_hung_up
    slow.drip(b"X: abcdef", seconds=HEAD_SECONDS / 20)
    assert slow.wire.is_hung_up


def test_a_body_has_minutes_and_no_more():
    slow = Sender()
    slow.channel.dataReceived(b"POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n")
    slow.drip(b"x" * 10, seconds=HEAD_SECONDS)
    assert not slow.wire.is_hung_up
    slow.drip(b"x" * 10, seconds=BODY_SECONDS / 10)
    assert slow.wire.is_hung_up


def test_who_waits_for_an_answer_or_has_nothing_more_to_ask_is_not_hung_up_on():
    calm = Sender()
    calm.channel.dataReceived(b"GET / HTTP/1.1\r\n\r\n")
    calm.clock.advance(2 * BODY_SECONDS)
    calm.channel.requests[0].finish()
    calm.clock.advance(2 * BODY_SECONDS)
    assert not calm.wire.is_hung_up


def test_the_second_request_of_a_connection_may_not_drip_either():
    slow = Sender()
    slow.channel.dataReceived(b"GET / HTTP/1.1\r\n\r\n")
    slow.channel.requests[0].finish()
    slow.drip(b"GET / HTTP/1.1\r\nX: abc", seconds=HEAD_SECONDS / 10)
    assert slow.wire.is_hung_up


# -- Many connections ------------------------------------------------------------------------------


def test_one_address_leaves_room_for_the_others():
    crowd = Crowd(in_all=5, of_one=2)
    assert [crowd.enter("a") for _ in range(3)] == [True, True, False]
    assert crowd.enter("b")
    crowd.leave("a")
    crowd.leave("a")
    assert crowd.enter("a")
    assert [crowd.enter(name) for name in "bcd"] == [True, True, False]


@pytest.mark.parametrize("descriptors", [100, 256, 1024, 65_536])
def test_the_bound_is_below_the_descriptor_limit(descriptors: int):
    assert 0 < visitors.room_for(descriptors) < descriptors


RAISED = """
import resource
from config import visitors
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
print(visitors.raise_limit())
"""


def test_the_limit_of_descriptors_is_raised_at_the_start():
    told = subprocess.run(
        [sys.executable, "-c", RAISED], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = visitors.WISHED if hard == resource.RLIM_INFINITY else min(hard, visitors.WISHED)
    assert int(told) == most


async def test_behind_a_proxy_sockets_count_by_the_address_that_it_names():
    inside: list[str] = []
    sent: list[Any] = []

    async def shown(scope: visitors.Scope, receive: Any, send: Any) -> None:
        inside.append(visitors.forwarded(scope))
        await bounded(scope, receive, send)  # another one while this one is open

    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    bounded = visitors.bounded(shown, Crowd(10, 3))
    headers = [(b"x-forwarded-for", b"1.2.3.4, 10.0.0.9")]
    await bounded({"type": "websocket", "headers": headers}, receive, send)
    assert inside == ["10.0.0.9"] * 3
    assert sent == [{"type": "websocket.close", "code": visitors.TRY_AGAIN}]


def opened(port: int, source: str) -> socket.socket:
    """A connection from one of this machine's addresses; closed where it was hung up on at once."""
    try:
        return socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(source, 0))
    except ConnectionResetError:
        return socket.socket()


def says(line: socket.socket) -> bytes:
    """What is answered to a question; nothing where the other side has hung up."""
    try:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return line.recv(9)
    except ConnectionError:
        return b""


@pytest.mark.django_db(transaction=True)
def test_whoever_takes_all_connections_of_an_address_keeps_no_other_out():
    port = local_redis.free_port()
    web = [sys.executable, "-m", "config.web", "-v", "0", "-b", "127.0.0.1", "-p", str(port)]
    limited = ["sh", "-c", f'ulimit -n {DESCRIPTORS} && exec "$@"', "sh"]
    process = servers.start([*limited, *web, "config.asgi:application"], site_environment())
    try:
        servers.wait_until(lambda: is_listening(port), what="Daphne listens", process=process)
        with ExitStack() as held:
            lines = [held.enter_context(opened(port, "127.0.0.1")) for _ in range(DESCRIPTORS)]
            assert says(lines[-1]) == b""
            assert says(held.enter_context(opened(port, "127.0.0.2"))) == b"HTTP/1.1 "
    finally:
        servers.stop(process)
