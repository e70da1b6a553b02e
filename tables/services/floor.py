"""Calls for the floor, and their answers."""

from datetime import datetime

from django.db import transaction

from tables import broadcast as table_broadcast
from tables.models import FloorCall, Table
from tables.services import locking, play
from tournament import broadcast
from tournament.broadcast import Audience
from tournament.permissions import Actor, Permission, require
from tournament.services import commands, journal


@transaction.atomic
def call(request: play.Request, *, reason: str) -> FloorCall | None:
    """Ring on the console."""
    table = locking.table(request.table_id)
    require(request.actor, Permission.DEAL, table.tournament_id, table.pk)
    if commands.is_repeated(request.command_id):
        return None
    commands.remember(
        request.command_id, tournament_id=table.tournament_id, kind="floor", now=request.now
    )
    return ring(table, reason, actor=request.actor, now=request.now)


def ring(table: Table, reason: str, *, actor: Actor, now: datetime) -> FloorCall:
    """Call the floor for something that came up at a table; the caller holds it."""
    made = FloorCall.objects.create(
        table=table,
        hand_number=table.hand_number,
        version=table.version,
        reason=reason[:200],
        at=now,
    )
    journal.write(
        actor,
        "floor.called",
        tournament_id=table.tournament_id,
        at=now,
        table=table.number,
        reason=reason or "no reason given",
    )
    broadcast.changed(table.tournament_id, Audience.CONSOLE)
    table_broadcast.table_changed(table)
    return made


@transaction.atomic
def answer(*, call_id: int, ruling: str, actor: Actor, now: datetime) -> None:
    """The floor has been there; what was ruled stays on record."""
    found = FloorCall.objects.select_related("table").get(pk=call_id)
    require(actor, Permission.RULE, found.table.tournament_id)
    if found.answered_at is not None:
        return
    found.answered_at, found.answered_by, found.ruling = now, actor.name, ruling[:400]
    found.save(update_fields=["answered_at", "answered_by", "ruling"])
    journal.write(
        actor,
        "floor.answered",
        tournament_id=found.table.tournament_id,
        at=now,
        table=found.table.number,
        ruling=ruling or "no ruling needed",
    )
    broadcast.changed(found.table.tournament_id, Audience.CONSOLE)
    table_broadcast.table_changed(found.table)
