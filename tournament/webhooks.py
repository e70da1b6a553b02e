"""News carried to the addresses that asked for them: signed, tried again, in order."""

import hashlib
import hmac
import http.client
import json
import re
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from time import monotonic
from urllib.parse import urlsplit

from tournament.models import Delivery
from tournament.queries import integrations
from tournament.services import integrations as services

PATIENCE = 8.0  # seconds for an answer, however slowly it comes
MOST_ROUNDS = 12  # so that a carrier's turn is over before the next one takes his place
MOST_AT_ONCE = 20
STATUS = re.compile(rb"HTTP/\d\.\d (\d{3})")
SIGNATURE, TRY = "Shuffle-Up-Signature", "Shuffle-Up-Try"


def signature(secret: str, body: bytes, at: datetime) -> str:
    """What a receiver checks: the time, and a digest of the time and the body under the secret."""
    stamp = str(int(at.timestamp()))
    mixed = hmac.new(secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256)
    return f"t={stamp},v1={mixed.hexdigest()}"


def deliver(now: datetime) -> int:
    """Tell what is due, each address its oldest news first; returns how many were taken.

    Addresses are told side by side: one that does not answer keeps no other waiting.
    """
    services.collect_news(now=now)
    taken = 0
    with ThreadPoolExecutor(MOST_AT_ONCE) as carriers:
        for _ in range(MOST_ROUNDS):
            waiting = integrations.due(now)
            if not waiting:
                break
            answers = carriers.map(partial(_post, now=now), waiting)
            taken += sum(map(partial(_note, now=now), waiting, answers))
    return taken


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
    connection = _connection(parts.scheme, parts.hostname or "", parts.port)
    until = monotonic() + PATIENCE
    try:
        connection.request("POST", target, body, headers)
        status = _status(connection.sock, until)
    except (OSError, UnicodeError, http.client.HTTPException) as trouble:
        return False, f"no answer: {getattr(trouble, 'strerror', None) or trouble}"
    finally:
        connection.close()
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
        raise http.client.BadStatusLine(line[:40].decode("ascii", "replace"))
    return int(found[1])


def _connection(scheme: str, host: str, port: int | None) -> http.client.HTTPConnection:
    if scheme == "https":
        secure = ssl.create_default_context()
        return http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=secure)
    return http.client.HTTPConnection(host, port, timeout=PATIENCE)
