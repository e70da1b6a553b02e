"""The links of the chain that ties journal, hands and ledgers together."""

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, date, datetime
from uuid import UUID


def link(previous: str, content: object) -> str:
    """The hash of one link, made from the link before it and what it says."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), default=_plain)
    return hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()


def digest(hashes: Iterable[str]) -> str:
    """One hash for several rows in their order; nothing for none."""
    joined = "\n".join(hashes)
    return hashlib.sha256(joined.encode()).hexdigest() if joined else ""


def _plain(value: object) -> str:
    """Moments in one zone, so that the same moment always has the same hash."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | UUID):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no place in a chain")
