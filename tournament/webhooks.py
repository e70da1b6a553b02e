"""News carried to the addresses that asked for them: signed, tried again, in order."""

import hashlib
import hmac
import http.client
import json
import ssl
from datetime import datetime
from urllib.parse import urlsplit

from tournament.models import Delivery
from tournament.queries import integrations
from tournament.services import integrations as services

PATIENCE = 8.0
MOST_ROUNDS = 50
SIGNATURE, TRY = "Shuffle-Up-Signature", "Shuffle-Up-Try"


def signature(secret: str, body: bytes, at: datetime) -> str:
    """What a receiver checks: the time, and a digest of the time and the body under the secret."""
    stamp = str(int(at.timestamp()))
    mixed = hmac.new(secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256)
    return f"t={stamp},v1={mixed.hexdigest()}"


def deliver(now: datetime) -> int:
    """Tell what is due, each address its oldest news first; returns how many were taken."""
    services.collect_news(now=now)
    taken = 0
    for _ in range(MOST_ROUNDS):
        waiting = integrations.due(now)
        if not waiting:
            break
        for delivery in waiting:
            taken += _tell(delivery, now)
    return taken


def _tell(delivery: Delivery, now: datetime) -> bool:
    is_taken, answer = _post(delivery, now)
    services.note_answer(delivery_id=delivery.pk, is_taken=is_taken, answer=answer, now=now)
    return is_taken


def _post(delivery: Delivery, now: datetime) -> tuple[bool, str]:
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
    try:
        connection.request("POST", target, body, headers)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as trouble:
        return False, f"no answer: {trouble}"
    finally:
        connection.close()
    return 200 <= status < 300, f"answered {status}"


def _connection(scheme: str, host: str, port: int | None) -> http.client.HTTPConnection:
    if scheme == "https":
        secure = ssl.create_default_context()
        return http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=secure)
    return http.client.HTTPConnection(host, port, timeout=PATIENCE)
