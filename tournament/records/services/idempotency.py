"""A repeated request is harmless: every command has an id of its own.

Whoever reads a request gives the id a digest of all that was asked under it (`identified`). The
same id at the same tournament, for the same kind of command and with the same digest, is a
repetition and counts once; anything else under it is refused.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection

from engine.refusal import Refused
from tournament.models import CommandRecord

# When it was given and upon what: a second try of the same command may say this otherwise.
_NOT_ASKED = {"command_id", "version", "level", "in_minutes", "csrfmiddlewaretoken"}


class Reused(Refused):
    """Something else was carried out under this id."""

    def __init__(self) -> None:
        super().__init__("This command id was used for another request. Send a new id with each.")


class CommandId(UUID):
    """A command's id that knows what was asked under it."""

    said: str

    def __init__(self, command_id: UUID, said: str) -> None:
        super().__init__(int=command_id.int)
        object.__setattr__(self, "said", said)  # as its own fields are set: an id never changes


def identified(command_id: UUID, where: str, body: Mapping[str, Any]) -> CommandId:
    """The id together with what is asked, and at which address."""
    asked = {name: body[name] for name in sorted(body) if name not in _NOT_ASKED}
    written = json.dumps([where.casefold(), asked], sort_keys=True, default=str)
    return CommandId(command_id, hashlib.sha256(written.encode()).hexdigest())


def is_repeated(command_id: UUID | None, *, tournament_id: int, kind: str) -> bool:
    """Whether this command has been carried out already. Ask under the lock."""
    if command_id is None:
        return False
    found = CommandRecord.objects.filter(pk=command_id).first()
    if found is None:
        return False
    if (found.tournament_id, found.kind) != (tournament_id, kind):
        raise Reused
    if _differ(found.said, _said(command_id)):
        raise Reused
    return True


def is_new(command_id: UUID | None, *, tournament_id: int, kind: str, now: datetime) -> bool:
    """Whether this command was not carried out before; it is noted, so ask once, under the lock.

    Noted first and looked up only where that fails: a refusal takes the note back with the rest.
    """
    if command_id is None or _is_noted(command_id, tournament_id=tournament_id, kind=kind, at=now):
        return True
    return not is_repeated(command_id, tournament_id=tournament_id, kind=kind)


def _is_noted(command_id: UUID, **kept: Any) -> bool:
    """Whether the id could be stored: where it stands already, nothing is changed."""
    row = CommandRecord(pk=command_id, said=_said(command_id), **kept)
    fields = CommandRecord._meta.concrete_fields
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    names = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    table = connection.ops.quote_name(CommandRecord._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING", values
        )
        return bool(cursor.rowcount)


def remember(command_id: UUID | None, *, tournament_id: int, kind: str, now: datetime) -> None:
    """Keep the id of a command that was carried out."""
    if command_id is None:
        return
    kept = {"tournament_id": tournament_id, "kind": kind, "at": now, "said": _said(command_id)}
    try:
        CommandRecord.objects.create(pk=command_id, **kept)
    except IntegrityError:  # at another table, at the same moment
        raise Reused from None


def _said(command_id: UUID) -> str:
    """What was asked under this id; nothing where nobody sent it."""
    return command_id.said if isinstance(command_id, CommandId) else ""


def _differ(kept: str, said: str) -> bool:
    """What was kept before this was written down may be anything."""
    return bool(kept and said) and kept != said
