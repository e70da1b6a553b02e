"""Count tries at a door before they are judged: after too many it is shut or slowed for a while.

Passwords and pairing codes alike. A try is counted under a lock before the slow comparison begins,
so that many at the same moment are no more than as many one after the other.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import BoundedSemaphore
from typing import NamedTuple

from django.db import transaction

from engine.refusal import Refused
from tournament.models import WrongTries

TRIES = 8
WITHIN = timedelta(minutes=10)
LOCKED_FOR = timedelta(minutes=10)
SLOWED_TO = timedelta(seconds=5)
LONGEST_DOOR = 160
PASSWORDS_AT_ONCE, TURN_SECONDS = 2, 3.0


class LockedOut(Refused):
    """Too many tries at this door."""


class Door(NamedTuple):
    """Where somebody tries, and how long it stays closed after too many tries."""

    name: str
    closed_for: timedelta = LOCKED_FOR

    @property
    def key(self) -> str:
        """Its name as far as the database has room: who tries chose a part of it."""
        return self.name[:LONGEST_DOOR]


def slowed(name: str) -> Door:
    """A door that others stand at too, such as a hall's address: slowed down, never shut."""
    return Door(name, SLOWED_TO)


@transaction.atomic
def count(*doors: Door, now: datetime) -> None:
    """Count a try at each door, or refuse it while one of them is closed: then none is counted."""
    for door in sorted(doors, key=lambda door: door.key):
        tries, _ = WrongTries.objects.select_for_update().get_or_create(
            door=door.key, defaults={"first_at": now}
        )
        _check_open(tries, now)
        if now - tries.first_at > WITHIN:
            tries.count, tries.first_at, tries.locked_until = 0, now, None
        tries.count += 1
        if tries.count >= TRIES:
            tries.locked_until = now + door.closed_for
        tries.save()


def _check_open(tries: WrongTries, now: datetime) -> None:
    if tries.locked_until is None or tries.locked_until <= now:
        return
    left = tries.locked_until - now
    minutes = -(-left // timedelta(minutes=1))
    words = "a minute" if minutes == 1 else f"{minutes} minutes"
    if left <= SLOWED_TO:
        words = "a few seconds"
    raise LockedOut(f"Too many wrong tries. Wait {words}, or ask the director.")


def right(*doors: Door) -> None:
    """A right answer clears the count."""
    WrongTries.objects.filter(door__in=[door.key for door in doors]).delete()


_TURNS = BoundedSemaphore(PASSWORDS_AT_ONCE)


@contextmanager
def turn() -> Iterator[None]:
    """A place among the few passwords that are compared at once: each keeps a core busy."""
    if not _TURNS.acquire(timeout=TURN_SECONDS):
        raise LockedOut("Many people are signing in at once. Try again in a few seconds.")
    try:
        yield
    finally:
        _TURNS.release()
