"""Seats for those who come after the draw: late entries, re-entries, alternates, substitutes.

They draw from the same open seats as everybody (tda2024:R8); a seat chosen by hand is the floor's.
"""

from datetime import datetime

from django.db import transaction

from engine import clauses
from engine.conduct.joining import How
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.seating import seating as engine_seating
from engine.seating.seating import Place
from tables import locking
from tables.models import Seating, Table
from tables.seating.queries import balance
from tables.seating.services import seating, sitting
from tournament.live import broadcast
from tournament.live.broadcast import EVERYBODY
from tournament.models import Bust, Entry, Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal

DESK = "the desk"


@transaction.atomic
def give_seat(
    *,
    tournament_id: int,
    entry_id: int,
    actor: Actor,
    now: datetime,
    to: Place | None = None,
    despite_pair: bool = False,
) -> Place:
    """A seat for somebody who has none: drawn, or chosen by the floor where the book lets it."""
    chosen = Permission.REGISTER_PLAYERS if to is None else Permission.SEAT_PLAYERS
    require(actor, chosen, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    entry = _holder(tournament, entry_id)
    place = to or _drawn(tournament, entry)
    if to is not None:
        has_started = tournament.state == TournamentState.RUNNING
        engine_seating.check_may_choose_seat(tournament.rulebook, has_started=has_started)
        seating.check_apart(entry, to, is_confirmed=despite_pair)
    seating.check_place(tournament, tables, place)
    _sit_down(tournament, entry, tables[place.table], place, actor=actor, now=now)
    sitting.bump(tables[place.table])
    broadcast.changed(tournament_id, *EVERYBODY)
    return place


def _holder(tournament: Tournament, entry_id: int) -> Entry:
    """A registered player who is still in and has no seat (adelaide:59b)."""
    if tournament.state not in (TournamentState.SEATED, TournamentState.RUNNING):
        raise Refused("Seats are given when they have been drawn and until the end of play.")
    entry = tournament.entries.filter(pk=entry_id).select_related("player").first()
    is_registered = entry is not None and entry.withdrawn_at is None
    is_out = Bust.standing.filter(entry_id=entry_id).exists()
    engine_seating.check_holder(
        is_registered=is_registered, is_out=is_out, rulebook=tournament.rulebook
    )
    if entry is None or entry.stack <= 0:
        why = "This player has no chips: the desk gives them first."
        raise Refused(why, tournament.law.seating.holders.clause)
    if Seating.objects.filter(entry=entry, until__isnull=True).exists():
        raise Refused(f"{entry.name} has a seat already.")
    return entry


def _drawn(tournament: Tournament, entry: Entry) -> Place:
    hall = balance.read(tournament.pk)
    if not any(table.open_seats for table in hall.for_engine):
        raise Refused("Every seat is taken: open another table first.")
    place = engine_seating.late_seat(
        entry.pk, hall.for_engine, sitting.rng(tournament), apart=hall.apart
    )
    tournament.save(update_fields=["draws"])
    return place


def _sit_down(
    tournament: Tournament, entry: Entry, table: Table, place: Place, *, actor: Actor, now: datetime
) -> None:
    is_running = tournament.state == TournamentState.RUNNING
    Seating.objects.create(
        entry=entry,
        table=table,
        seat=place.seat,
        since=now,
        reason="takes a seat",
        clause=clauses.cited("tda2024:R8", rulebook=tournament.rulebook) if is_running else "",
        how=How.NEW if is_running else "",
        came_from=DESK if is_running else "",
        in_transit=is_running,
        stack_sent=entry.stack if is_running else None,
        sent_by=actor.name[:120] if is_running else "",
    )
    journal.write(
        actor,
        "seat.given",
        tournament_id=tournament.pk,
        at=now,
        player=entry.name,
        table=place.table,
        seat=place.seat,
        draw=tournament.draws,
    )
