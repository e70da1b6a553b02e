"""Lock a door for a while after too many wrong guesses: passwords and pairing codes alike."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from engine.refusal import Refused
from tournament.models import WrongTries

TRIES = 8
WITHIN = timedelta(minutes=10)
LOCKED_FOR = timedelta(minutes=10)
LONGEST_DOOR = 160


class LockedOut(Refused):
    """Too many wrong guesses at this door."""


def check(*doors: str, now: datetime) -> None:
    """Refuse while any of these doors is locked."""
    locked = WrongTries.objects.filter(door__in=_short(doors), locked_until__gt=now).first()
    if locked is None or locked.locked_until is None:
        return
    minutes = -((now - locked.locked_until) // timedelta(minutes=1))
    words = "a minute" if minutes == 1 else f"{minutes} minutes"
    raise LockedOut(f"Too many wrong tries. Wait {words}, or ask the director.")


@transaction.atomic
def wrong(*doors: str, now: datetime) -> None:
    """Count a wrong guess at each door, and lock it when there were too many."""
    for door in _short(doors):
        tries, _ = WrongTries.objects.select_for_update().get_or_create(
            door=door, defaults={"first_at": now}
        )
        if now - tries.first_at > WITHIN:
            tries.count, tries.first_at, tries.locked_until = 0, now, None
        tries.count += 1
        if tries.count >= TRIES:
            tries.locked_until = now + LOCKED_FOR
        tries.save()


def right(*doors: str) -> None:
    """A right answer clears the count."""
    WrongTries.objects.filter(door__in=_short(doors)).delete()


def _short(doors: Iterable[str]) -> list[str]:
    """Names of doors as the database has room for: whoever is at one chose a part of its name."""
    return [door[:LONGEST_DOOR] for door in doors]
