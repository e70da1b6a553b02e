"""A repeated request is harmless: every command has an id of its own."""

from datetime import datetime
from uuid import UUID

from tournament.models import CommandRecord


def is_repeated(command_id: UUID | None) -> bool:
    """Whether this command has been carried out already. Ask under the lock."""
    return command_id is not None and CommandRecord.objects.filter(pk=command_id).exists()


def remember(command_id: UUID | None, *, tournament_id: int, kind: str, now: datetime) -> None:
    """Keep the id of a command that was carried out."""
    if command_id is not None:
        CommandRecord.objects.create(pk=command_id, tournament_id=tournament_id, kind=kind, at=now)
