"""News carried to the addresses that asked for them: signed, tried again, in order."""

import hashlib
import hmac
import http.client
import json
import re
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from datetime import datetime, timedelta
from time import monotonic
from typing import Any
from urllib.parse import SplitResult, urlsplit

from tournament.house.queries import integrations
from tournament.house.services import integrations as services
from tournament.models import Delivery

PATIENCE = 8.0  # seconds for an answer, however slowly it comes
TURN = 60.0  # seconds: a carrier begins nothing new after them, so that no two carry at once
LOOK_AGAIN = 0.5  # seconds, while an address keeps us waiting
MOST_AT_ONCE = 50
STATUS = re.compile(rb"HTTP/\d\.\d (\d{3})")
SIGNATURE, TRY = "Shuffle-Up-Signature", "Shuffle-Up-Try"


def signature(secret: str, body: bytes, at: datetime) -> str:
    """What a receiver checks: the time, and a digest of the time and the body under the secret."""
    stamp = str(int(at.timestamp()))
    mixed = hmac.new(secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256)
    return f"t={stamp},v1={mixed.hexdigest()}"


def deliver(now: datetime) -> int:
    """Tell what is due, each address its oldest news first; returns how many were taken.

    Addresses are told side by side: while one does not answer, the others are told what is new.
    """
    began, taken = monotonic(), 0
    carried: dict[Future[tuple[bool, str]], Delivery] = {}
    with ThreadPoolExecutor(MOST_AT_ONCE) as carriers:
        while True:
            passed = monotonic() - began
            at = now + timedelta(seconds=int(passed))
            if passed < TURN:
                carried |= {carriers.submit(_post, one, now=at): one for one in _new(carried, at)}
            if not carried:
                return taken
            for answered in wait(carried, LOOK_AGAIN, FIRST_COMPLETED).done:
                taken += _note(carried.pop(answered), answered.result(), now=at)


def _new(carried: Mapping[Any, Delivery], now: datetime) -> list[Delivery]:
    """What is due at addresses that nobody is at; each is told one thing at a time."""
    services.collect_news(now=now)
    busy = {delivery.webhook_id for delivery in carried.values()}
    return [delivery for delivery in integrations.due(now) if delivery.webhook_id not in busy]


def _note(delivery: Delivery, told: tuple[bool, str], *, now: datetime) -> bool:
    is_taken, answer = told
    services.note_answer(delivery_id=delivery.pk, is_taken=is_taken, answer=answer, now=now)
    return is_taken


def _post(delivery: Delivery, *, now: datetime) -> tuple[bool, str]:
    """Whether it was taken, and the answer in a few words; redirects are not followed."""
    webhook = delivery.webhook
    body = json.dumps(delivery.body).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Shuffle-Up",
        SIGNATURE: signature(webhook.secret, body, now),
        TRY: str(delivery.tries + 1),
    }
    parts = urlsplit(webhook.url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    until = monotonic() + PATIENCE
    try:
        with closing(_connection(parts)) as connection:
            connection.request("POST", target, body, headers)
            status = _status(connection.sock, until)
    except OSError as trouble:
        return False, f"no answer: {trouble.strerror or trouble}"
    except (UnicodeError, http.client.HTTPException):
        return False, "no answer: what came back is not HTTP"
    return 200 <= status < 300, f"answered {status}"


def _status(answering: socket.socket, until: float) -> int:
    """The first line of an answer says all; a byte now and then does not buy it more time."""
    line = b""
    while b"\n" not in line:
        left = until - monotonic()
        if left <= 0:
            raise TimeoutError("it took too long")
        answering.settimeout(left)
        more = answering.recv(1000)
        if not more or len(line) > 1000:
            break
        line += more
    found = STATUS.match(line)
    if found is None:
        raise http.client.BadStatusLine("")
    return int(found[1])


def _connection(parts: SplitResult) -> http.client.HTTPConnection:
    """Connected to the very address that was judged: the name is looked up once."""
    host, is_secure = parts.hostname or "", parts.scheme == "https"
    kind = http.client.HTTPSConnection if is_secure else http.client.HTTPConnection
    connection = kind(host, parts.port, timeout=PATIENCE)
    reached = socket.create_connection(_address(host, connection.port), PATIENCE)
    if is_secure:
        reached = ssl.create_default_context().wrap_socket(reached, server_hostname=host)
    connection.sock = reached
    return connection


def _address(host: str, port: int) -> tuple[str, int]:
    """What the name stands for; refused where any of it lies inside a network not allowed."""
    found = [
        str(answer[4][0]) for answer in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    ]
    if not all(integrations.may_be_told(address) for address in found):
        raise OSError("the address is on a private network")
    return found[0], port
