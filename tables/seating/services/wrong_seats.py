"""Two players sat in each other's seats: each keeps what he holds now (tda2024:R7)."""

from datetime import datetime

from django.db import transaction

from engine import clauses
from engine.refusal import Refused
from tables import locking
from tables.seating.services import sitting
from tournament.live import broadcast
from tournament.live.broadcast import EVERYBODY
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal, ledger


@transaction.atomic
def put_right(*, tournament_id: int, one: int, other: int, actor: Actor, now: datetime) -> None:
    """Both go to their own seats with the chips in front of them: their stacks change owners."""
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if one == other:
        clause = clauses.cited("tda2024:R7", rulebook=tournament.rulebook)
        raise Refused("Name the two players who sat in each other's seats.", clause)
    first, second = sitting.seat_of(tournament, one), sitting.seat_of(tournament, other)
    for seat in (first, second):
        sitting.check_between_hands(tables[seat.table.number])
    owed = second.entry.stack - first.entry.stack
    names = f"{first.entry.name} and {second.entry.name}"
    ledger.move(
        {one: owed, other: -owed},
        reason=ChipReason.CORRECTION,
        note=f"{names} sat in each other's seats",
        actor=actor,
        now=now,
    )
    journal.write(actor, "seats.put_right", tournament_id=tournament_id, at=now, players=names)
    for number in {first.table.number, second.table.number}:
        sitting.bump(tables[number])
    broadcast.changed(tournament_id, *EVERYBODY)
