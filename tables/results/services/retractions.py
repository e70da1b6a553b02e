"""Take a wrong bust back after others have gone out: the player is in again, places follow."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from engine.amounts import figure
from engine.conduct.joining import How
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.seating import seating as engine_seating
from engine.seating.seating import Place
from tables import locking
from tables.models import Seating, Table
from tables.results.queries import retractions
from tables.seating.queries import balance
from tables.seating.services import sitting
from tournament.live import broadcast
from tournament.live.broadcast import EVERYBODY
from tournament.models import Bust, Tournament
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal, ledger


@dataclass(frozen=True, slots=True)
class Ruling:
    """How many chips the player gets, out of whose stack (None: the bank), and why."""

    chips: int
    source: int | None
    reason: str


@transaction.atomic
def take_back(
    *, tournament_id: int, bust_id: int, ruling: Ruling, actor: Actor, now: datetime
) -> Place:
    """The bust stays on record as taken back; the seat is the old one, or drawn."""
    require(actor, Permission.RULE, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    bust = _standing(tournament, bust_id)
    _check(tournament, tables, ruling)
    place = _place(tournament, bust)
    bust.retracted_at, bust.retracted_because = now, ruling.reason[:200]
    bust.save(update_fields=["retracted_at", "retracted_because"])
    _pay(bust, ruling, actor=actor, now=now)
    _sit_down(bust, tables[place.table], place, ruling, actor=actor, now=now)
    journal.write(
        actor,
        "bust.taken_back",
        tournament_id=tournament_id,
        at=now,
        player=bust.entry.name,
        reason=ruling.reason,
        chips=ruling.chips,
        place=f"table {place.table}, seat {place.seat}",
    )
    for table in tables.values():
        if table.is_open:
            sitting.bump(table)
    broadcast.changed(tournament_id, *EVERYBODY)
    return place


def _standing(tournament: Tournament, bust_id: int) -> Bust:
    found = Bust.standing.select_related("entry__player")
    bust = found.filter(pk=bust_id, entry__tournament=tournament).first()
    if bust is None:
        raise Refused("This bust has been taken back already.")
    if bust.may_rebuy:
        raise Refused(f"{bust.entry.name} is not out: the rebuy is still open.")
    return bust


def _check(tournament: Tournament, tables: dict[int, Table], ruling: Ruling) -> None:
    if tournament.state != TournamentState.RUNNING:
        raise Refused("The tournament is not in play: reopen it first.")
    if not ruling.reason.strip():
        raise Refused("Say why the bust is taken back: it stays on record.")
    if ruling.chips < 1:
        raise Refused("Say how many chips the player gets back.")
    if ruling.source is None:
        return
    seat = sitting.seat_of(tournament, ruling.source)
    sitting.check_between_hands(tables[seat.table.number])
    if seat.entry.stack <= ruling.chips:
        raise Refused(f"{seat.entry.name} has {figure(seat.entry.stack)} chips and must keep some.")


def _place(tournament: Tournament, bust: Bust) -> Place:
    old = retractions.last_seat(bust)
    if old is not None and retractions.is_free(old):
        return Place(old.table.number, old.seat)
    hall = balance.read(tournament.pk)
    place = engine_seating.late_seat(
        bust.entry_id, hall.for_engine, sitting.rng(tournament), apart=hall.apart
    )
    tournament.save(update_fields=["draws"])
    return place


def _pay(bust: Bust, ruling: Ruling, *, actor: Actor, now: datetime) -> None:
    moves = {bust.entry_id: ruling.chips}
    if ruling.source is not None:
        moves[ruling.source] = -ruling.chips
    note = f"The bust of {bust.entry.name} was taken back"
    ledger.move(moves, reason=ChipReason.CORRECTION, note=note, actor=actor, now=now)


def _sit_down(
    bust: Bust, table: Table, place: Place, ruling: Ruling, *, actor: Actor, now: datetime
) -> None:
    Seating.objects.create(
        entry_id=bust.entry_id,
        table=table,
        seat=place.seat,
        since=now,
        reason="the bust was taken back",
        how=How.MOVED_BY_STAFF,
        came_from="the rail",
        in_transit=True,
        stack_sent=ruling.chips,
        sent_by=actor.name[:120],
    )
