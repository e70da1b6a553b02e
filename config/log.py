"""What is worth a line of the log, what every line says, and what none may say."""

import json
import logging
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from logging import LogRecord

# Whoever has them gets in: personal links, and pairing codes as a tablet's camera reads them.
KEYS_IN_ADDRESSES = re.compile(r"(/me/|[?&]code=)[\w-]+")
TOURNAMENT = re.compile(r"(?:/ws/t|/t|/api/v1/tournaments)/([A-Za-z0-9]{1,12})(?:/|$)")
LINE = "{asctime} {levelname} {name} [{on} {at}]: {message}"

request_id: ContextVar[str] = ContextVar("request_id", default="-")
tournament: ContextVar[str] = ContextVar("tournament", default="-")


@contextmanager
def at_work(on: str, path: str = "") -> Iterator[None]:
    """Whatever is logged inside belongs to this request or task, and to its tournament."""
    found = TOURNAMENT.match(path)
    first = request_id.set(on)
    second = tournament.set(found[1].upper() if found else "-")
    try:
        yield
    finally:
        tournament.reset(second)
        request_id.reset(first)


def new_id() -> str:
    """A name for a request that nobody has named."""
    return uuid.uuid4().hex[:16]


def is_worth_a_line(record: LogRecord) -> bool:
    """A health check that fails has said so to whoever asked, and asks again soon."""
    return not record.getMessage().endswith(": /healthz")


def without_keys(text: str) -> str:
    """The same without the keys in its addresses."""
    return KEYS_IN_ADDRESSES.sub(r"\1...", text)


class Lines(logging.Formatter):
    """A line of words for each fact."""

    def __init__(self) -> None:
        super().__init__(LINE, style="{")

    def format(self, record: LogRecord) -> str:
        """The fact, with the request and the tournament it belongs to, and without keys."""
        record.on, record.at = request_id.get(), tournament.get()
        return without_keys(super().format(record))


class Json(logging.Formatter):
    """An object of JSON on a line for each fact, for machines that collect them."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self.process = process

    def format(self, record: LogRecord) -> str:
        """The same facts under names; a traceback is one text."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request": request_id.get(),
            "tournament": tournament.get(),
            "process": self.process,
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return without_keys(json.dumps(told, ensure_ascii=False))
