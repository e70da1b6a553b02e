"""Two players sat in each other's seats: each keeps what they hold now (tda2024:R7)."""

from datetime import datetime

from engine import rulebooks
from engine.refusal import Refused
from tables.commands import across
from tables.seating.services import sitting
from tournament.live.broadcast import EVERYBODY
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor, Permission
from tournament.records.services import ledger


def put_right(*, tournament_id: int, one: int, other: int, actor: Actor, now: datetime) -> None:
    """Both go to their own seats with the chips in front of them: their stacks change owners."""
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as hall:
        tournament = hall.tournament
        if one == other:
            clause = rulebooks.cited("tda2024:R7", rulebook=tournament.rulebook)
            raise Refused("Name the two players who sat in each other's seats.", clause)
        first, second = sitting.seat_of(tournament, one), sitting.seat_of(tournament, other)
        for seat in (first, second):
            sitting.check_between_hands(hall.tables[seat.table.number])
        owed = second.entry.stack - first.entry.stack
        names = f"{first.entry.name} and {second.entry.name}"
        ledger.move(
            {one: owed, other: -owed},
            reason=ChipReason.CORRECTION,
            note=f"{names} sat in each other's seats",
            actor=actor,
            now=now,
        )
        hall.write("seats.put_right", players=names)
        hall.change(first.table, second.table)
        hall.tell(*EVERYBODY)
