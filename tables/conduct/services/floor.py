"""Calls for the floor, and their answers."""

from engine.conduct.table_order import DISPUTE
from engine.refusal import Refused
from tables.commands import AtTable
from tables.models import FloorCall, Table
from tournament.models.incidents import IncidentKind
from tournament.office.queries import incidents as incident_queries
from tournament.office.queries import staffing as staff_queries
from tournament.office.services import incidents
from tournament.permissions import Actor


def ring(at: AtTable, reason: str) -> FloorCall:
    """Call the floor for something that came up at a table: it rings on the console."""
    made = FloorCall.objects.create(
        table=at.table,
        hand_number=at.table.hand_number,
        version=at.table.version,
        reason=reason[:200],
        at=at.now,
    )
    at.write("floor.called", table=at.table.number, reason=reason or "no reason given")
    return made


def call_off(at: AtTable) -> None:
    """The last call was not needed after all; a dispute is closed by its decision alone."""
    calls = FloorCall.objects.filter(table=at.table, answered_at__isnull=True).order_by("-at")
    if (found := calls.first()) is None:
        raise Refused("No call is open at this table.")
    if found.reason == DISPUTE:
        raise Refused("A dispute waits for its decision: the floor closes it.")
    found.answered_at, found.answered_by = at.now, at.actor.name[:120]
    found.save(update_fields=["answered_at", "answered_by"])
    reason = found.reason or "no reason given"
    at.write("floor.called_off", table=at.table.number, reason=reason)


def _into_the_log(at: AtTable, found: FloorCall, ruling: str) -> None:
    """A ruling is an incident; whoever is of another office leaves the decision to the first."""
    tournament, actor = at.table.tournament, at.actor
    decides = incident_queries.may_rule_first(tournament, actor)
    facts = found.reason or "The floor was called."
    matter = incidents.Matter(
        kind=IncidentKind.DISPUTE if found.reason == DISPUTE else IncidentKind.IRREGULARITY,
        facts=facts if decides else f"{facts} {staff_queries.signed(tournament, actor)}: {ruling}",
        people=_people(at.table),
        table=at.table.number,
        hand=found.hand_number if found.hand_shown else None,
        came_from=f"call {found.pk}",
        happened_at=found.at,
    )
    made = incidents.note(tournament, matter, actor=actor, now=at.now)
    if decides:
        incidents.rule(made, incidents.Ruling(ruling), actor=actor, now=at.now)


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


def answer(at: AtTable, found: FloorCall, ruling: str) -> None:
    """The floor has been there; what was ruled stays on record."""
    signed = staff_queries.signed(at.table.tournament, at.actor)
    found.answered_at, found.answered_by, found.ruling = at.now, signed[:120], ruling[:400]
    found.save(update_fields=["answered_at", "answered_by", "ruling"])
    ruled = _told(at.table, ruling, at.actor)
    at.write("floor.answered", table=at.table.number, ruling=ruled)
    if ruling.strip():
        _into_the_log(at, found, ruling)
