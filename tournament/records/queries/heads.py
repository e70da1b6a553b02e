"""Signed heads as this machine keeps them outside the database: one file for each tournament."""

from contextlib import suppress
from pathlib import Path

from django.conf import settings

from tournament.models import JournalEntry, Tournament
from tournament.records import signing


def file_of(code: str) -> Path:
    """Where the heads of a tournament are, one to a line."""
    folder: Path = settings.HEADS_DIR
    return folder / code


def text_of(code: str) -> str:
    """The file as it is; empty before the first head."""
    file = file_of(code)
    return file.read_text("ascii") if file.is_file() else ""


def kept(code: str) -> list[signing.Head]:
    """All of them, the oldest first; a line that was cut by a crash says nothing."""
    found: list[signing.Head] = []
    for line in text_of(code).splitlines():
        with suppress(signing.NotAHead):
            found.append(signing.read_head(line))
    return found


def is_reached(tournament: Tournament, head: signing.Head) -> bool:
    """Whether the journal leads through this head."""
    return JournalEntry.objects.filter(
        tournament=tournament, sequence=head.lines, hash=head.head
    ).exists()
