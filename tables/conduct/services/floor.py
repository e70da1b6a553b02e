"""Calls for the floor, and their answers."""

from datetime import datetime

from django.db import transaction

from engine.conduct.table_order import DISPUTE
from tables import broadcast as table_broadcast
from tables import locking
from tables.conduct.queries import disputes
from tables.models import FloorCall, Table
from tables.play.services import play
from tournament.live import broadcast
from tournament.live.broadcast import Audience
from tournament.models.incidents import IncidentKind
from tournament.office.queries import incidents as incident_queries
from tournament.office.queries import staffing as staff_queries
from tournament.office.services import incidents, staffing
from tournament.permissions import Actor, Permission, require
from tournament.records.services import idempotency, journal


@transaction.atomic
def call(request: play.Request, *, reason: str) -> FloorCall | None:
    """Ring on the console."""
    table = locking.table(request.table_id)
    require(request.actor, Permission.DEAL, table.tournament_id, table.pk)
    if idempotency.is_repeated(request.command_id):
        return None
    idempotency.remember(
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


def _into_the_log(found: FloorCall, ruling: str, *, actor: Actor, now: datetime) -> None:
    """A ruling is an incident; whoever is of another office leaves the decision to the first."""
    tournament = found.table.tournament
    decides = incident_queries.may_rule_first(tournament, actor)
    facts = found.reason or "The floor was called."
    matter = incidents.Matter(
        kind=IncidentKind.DISPUTE if found.reason == DISPUTE else IncidentKind.IRREGULARITY,
        facts=facts if decides else f"{facts} {staff_queries.signed(tournament, actor)}: {ruling}",
        people=_people(found.table),
        table=found.table.number,
        hand=found.hand_number or None,
        came_from=f"call {found.pk}",
        happened_at=found.at,
    )
    made = incidents.note(tournament, matter, actor=actor, now=now)
    if decides:
        incidents.rule(made, incidents.Ruling(ruling), actor=actor, now=now)


def _people(table: Table) -> str:
    """Who sat there: the record names the people (igr:6.02(f))."""
    seats = table.seatings.filter(until__isnull=True).select_related("entry").order_by("seat")
    return ", ".join(seat.entry.name for seat in seats)


def _told(table: Table, ruling: str, actor: Actor) -> str:
    """What the journal says of a call: the ruling, and which office gave it (charity:22.5)."""
    if not ruling:
        return "no ruling needed"
    office = staff_queries.office(table.tournament, actor)
    return f"{ruling} ({office})" if office else ruling


@transaction.atomic
def answer(*, call_id: int, ruling: str, actor: Actor, now: datetime) -> None:
    """The floor has been there; what was ruled stays on record."""
    found = FloorCall.objects.select_related("table__tournament").get(pk=call_id)
    require(actor, Permission.RULE, found.table.tournament_id)
    if found.reason == DISPUTE:
        staffing.require_ruling(actor, found.table.tournament)
        disputes.check_decides(found.table, actor)
    if found.answered_at is not None:
        return
    signed = staff_queries.signed(found.table.tournament, actor)
    found.answered_at, found.answered_by, found.ruling = now, signed[:120], ruling[:400]
    found.save(update_fields=["answered_at", "answered_by", "ruling"])
    journal.write(
        actor,
        "floor.answered",
        tournament_id=found.table.tournament_id,
        at=now,
        table=found.table.number,
        ruling=_told(found.table, ruling, actor),
    )
    if ruling.strip():
        _into_the_log(found, ruling, actor=actor, now=now)
    broadcast.changed(found.table.tournament_id, Audience.CONSOLE)
    table_broadcast.table_changed(found.table)
