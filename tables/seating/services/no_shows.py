"""Who is not seated when play starts cannot take part, where the book says so (igr:A.2(t))."""

from datetime import datetime

from engine.entries import entry_rules
from engine.rulebooks.citing import cite
from tables.models import Seating
from tournament.models import Entry, Tournament
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor
from tournament.records.services import journal, ledger


def take_out(tournament: Tournament, *, actor: Actor, now: datetime) -> int:
    """Absent players lose seat and stack at the start; the caller holds tournament and tables."""
    no_shows = tournament.law.entries.no_shows
    if not no_shows.value:
        return 0
    seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    found = {seat.entry_id: not seat.is_absent for seat in seats}
    gone = entry_rules.no_shows(found)
    for entry in Entry.objects.filter(pk__in=gone).select_related("player"):
        _take_out(entry, no_shows.clause, actor=actor, now=now)
    return len(gone)


def _take_out(entry: Entry, clause: str, *, actor: Actor, now: datetime) -> None:
    note = f"Not seated at the start ({cite(clause)})"
    left = {entry.pk: -entry.stack}
    ledger.move(left, reason=ChipReason.REMOVED, note=note, actor=actor, now=now)
    Seating.objects.filter(entry=entry, until__isnull=True).update(until=now, reason=note)
    Entry.objects.filter(pk=entry.pk).update(withdrawn_at=now, withdrawn_because=note)
    journal.write(
        actor,
        "entry.no_show",
        tournament_id=entry.tournament_id,
        at=now,
        player=entry.name,
        chips=entry.stack,
        clause=clause,
    )
