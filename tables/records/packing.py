"""Compliance packs in the making: a task makes them, any web process can say how far it is."""

import hashlib
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache

from tournament.house.queries import house
from tournament.models import Tournament

KEPT_SECONDS = 15 * 60
STALLED_SECONDS = 60  # no progress for so long: whoever looks next has it made again
NOTHING_YET: dict[str, Any] = {"done": 0, "of": 0, "is_done": False}


@dataclass(frozen=True, slots=True)
class Wish:
    """Whose records, up to which link of their chain, and by which name phones reach the house."""

    tournament_id: int
    head: str
    site: str

    @property
    def key(self) -> str:
        """The same records make the same pack."""
        text = f"{self.tournament_id} {self.head} {self.site} {house.picture()}"
        return "pack-" + hashlib.sha256(text.encode()).hexdigest()[:32]

    def to_plain(self) -> dict[str, Any]:
        """As a task takes it."""
        return asdict(self)


def progress(key: str, tournament_id: int) -> dict[str, Any] | None:
    """How far this tournament's pack is; None where nobody makes it."""
    found: dict[str, Any] | None = cache.get(key) if key else None
    return found if found and found["tournament"] == tournament_id else None


def kept(key: str, tournament_id: int) -> bytes | None:
    """The file itself."""
    found = progress(key, tournament_id)
    content: bytes | None = cache.get(f"{key}-file") if found and found["is_done"] else None
    return content


def claim(wish: Wish) -> bool:
    """Whether the caller is the first to ask for it, and is to see to it."""
    begun = NOTHING_YET | {"tournament": wish.tournament_id}
    return bool(cache.add(wish.key, begun, STALLED_SECONDS))


def forget(wish: Wish) -> None:
    """Let it be asked for again."""
    cache.delete(wish.key)


def make(wish: Wish, *, now: datetime) -> None:
    """Put it together, saying after every part how far it is."""
    key, said = wish.key, NOTHING_YET | {"tournament": wish.tournament_id}

    def tell(done: int, of: int) -> None:
        cache.set(key, said | {"done": done, "of": of}, STALLED_SECONDS)

    from tables.records.pack import (
        compliance_pack,  # the papers: no worker needs them before the first
    )

    tournament = Tournament.objects.get(pk=wish.tournament_id)
    head = house.letterhead(wish.site)
    keep(wish, compliance_pack(tournament, head=head, now=now, tell=tell), now=now)


def keep(wish: Wish, content: bytes, *, now: datetime) -> str:
    """Have it at hand for a while; its key."""
    key, kilobytes = wish.key, len(content) // 1000 + 1
    done = {"is_done": True, "at": now, "kilobytes": kilobytes, "tournament": wish.tournament_id}
    cache.set(f"{key}-file", content, KEPT_SECONDS)
    cache.set(key, done, KEPT_SECONDS)
    return key
