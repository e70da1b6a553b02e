"""Faults, reported to an address that understands Sentry's envelopes (SENTRY_DSN), if one is set.

What leaves the house is listed here and nothing else: which line of the program failed and with
which kind of error, the sentence as it stands in the program without what was filled in, versions,
the process, the request's id and the tournament's code. No name, address, cookie, form, query,
value of a variable or message of an error is among it: any of them may tell of a person.
"""

import json
import logging
import queue
import threading
import urllib.request
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from traceback import walk_tb
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from config import log

ROOT = Path(__file__).resolve().parent.parent
WAITING = 100  # reports; more at once say nothing new
PATIENCE_SECONDS = 5


class Receiver(NamedTuple):
    """Where reports go, and the key that lets them in."""

    address: str
    key: str


def receiver(dsn: str) -> Receiver:
    """What an address as https://key@host/project says."""
    parts = urlsplit(dsn)
    before, _, project = parts.path.rpartition("/")
    if parts.scheme not in ("http", "https") or not (parts.username and parts.hostname and project):
        raise ValueError("SENTRY_DSN must be an address such as https://key@host/1.")
    host = parts.netloc.rpartition("@")[2]
    return Receiver(f"{parts.scheme}://{host}{before}/api/{project}/envelope/", parts.username)


class Handler(logging.Handler):
    """Sends every fault on, from a thread of its own: nobody waits for it."""

    def __init__(self, dsn: str, release: str, process: str) -> None:
        super().__init__(logging.ERROR)
        self.to, self.version, self.process = receiver(dsn), release, process
        self.waiting: queue.Queue[bytes] = queue.Queue(WAITING)
        self.sender: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Put it in line; while too many wait it is in the log alone."""
        if self.sender is None:  # not before the first: a process that forks has none yet
            self.sender = threading.Thread(target=self.send_for_ever, daemon=True)
            self.sender.start()
        if not self.waiting.full():
            self.waiting.put_nowait(self.envelope(record))

    def envelope(self, record: logging.LogRecord) -> bytes:
        """A heading, the item's heading, the item: a line each."""
        event = {
            "event_id": uuid.uuid4().hex,
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "platform": "python",
            "level": record.levelname.lower(),
            "logger": record.name,
            "release": self.version,
            "server_name": self.process,
            "tags": {"request": log.request_id.get(), "tournament": log.tournament.get()},
            "message": str(record.msg),
        }
        if record.exc_info and record.exc_info[1]:
            event["exception"] = {"values": [*errors(record.exc_info[1])]}
        item = json.dumps(event)
        heading = json.dumps({"event_id": event["event_id"]})
        return f"{heading}\n{json.dumps({'type': 'event'})}\n{item}\n".encode()

    def send_for_ever(self) -> None:
        """One after the other; a receiver that is away is none of our faults."""
        while True:
            body = self.waiting.get()
            try:
                self.send(body)
            except OSError as trouble:
                logging.getLogger(__name__).warning("A report was not taken: %s", trouble)
            finally:
                self.waiting.task_done()

    def send(self, body: bytes) -> None:
        """Post one."""
        key = f"Sentry sentry_version=7, sentry_client=shuffle-up/1, sentry_key={self.to.key}"
        kind = "application/x-sentry-envelope"
        headers = {"X-Sentry-Auth": key, "Content-Type": kind}
        asked = urllib.request.Request(self.to.address, body, headers)
        with urllib.request.urlopen(asked, timeout=PATIENCE_SECONDS) as answer:
            answer.read()


def errors(last: BaseException) -> Iterator[dict[str, Any]]:
    """The kind of each error and the lines it came through, the first cause first."""
    cause = last.__cause__ or (None if last.__suppress_context__ else last.__context__)
    if cause is not None:
        yield from errors(cause)
    yield {
        "type": type(last).__name__,
        "module": type(last).__module__,
        "stacktrace": {"frames": [*frames(last)]},
    }


def frames(error: BaseException) -> Iterator[dict[str, Any]]:
    """Where in the program: file, function, line."""
    for frame, line in walk_tb(error.__traceback__):
        path = Path(frame.f_code.co_filename)
        is_ours = path.is_relative_to(ROOT) and ".venv" not in path.parts
        yield {
            "filename": str(path.relative_to(ROOT)) if is_ours else path.name,
            "module": frame.f_globals.get("__name__", ""),
            "function": frame.f_code.co_name,
            "lineno": line,
            "in_app": is_ours,
        }
