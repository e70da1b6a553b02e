"""Keep signed heads outside the database too."""

import os
from datetime import UTC, datetime

from django.db import transaction

from tournament.models import Chain, Tournament
from tournament.permissions import SYSTEM
from tournament.records import signing
from tournament.records.queries import heads
from tournament.records.services import journal


def keep(head: signing.Head) -> None:
    """Add a line to the tournament's file."""
    path = heads.file_of(head.code)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    is_torn = bool(text := heads.text_of(head.code)) and not text.endswith("\n")
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(f"\n{head.word}\n" if is_torn else f"{head.word}\n")
        file.flush()
        os.fsync(file.fileno())


def note_restored(*, now: datetime) -> None:
    """After a backup came back: what was signed since is set aside, and the journal says so."""
    for tournament in Tournament.objects.order_by("pk"):
        kept = heads.kept(tournament.code)
        if kept and not heads.is_reached(tournament, kept[-1]):
            _note(tournament, kept[-1], now=now)
            _set_aside(tournament.code, now=now)


@transaction.atomic
def _note(tournament: Tournament, last: signing.Head, *, now: datetime) -> None:
    journal.write(
        SYSTEM,
        "records.restored",
        tournament_id=tournament.pk,
        at=now,
        lines=Chain.objects.get(pk=tournament.pk).length,
        signed=last.lines,
        until=last.at.isoformat(sep=" ", timespec="seconds"),
    )


def _set_aside(code: str, *, now: datetime) -> None:
    """Begin another file; the heads that were signed stay beside it."""
    path = heads.file_of(code)
    path.rename(path.with_name(f"{code}.until-{now.astimezone(UTC):%Y%m%d-%H%M%S}"))
