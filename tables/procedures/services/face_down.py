"""The floor lets a table turn its all-in hands up in hand-for-hand (tda2024:RP-8)."""

from datetime import datetime

from django.db import transaction

from engine.refusal import Refused
from tables import broadcast as table_broadcast
from tables import locking
from tables.models import Table
from tables.play.queries import hands
from tables.procedures.queries import face_down
from tournament.live.broadcast import Audience
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal


@transaction.atomic
def turn_up(*, table_id: int, actor: Actor, now: datetime) -> Table:
    """The word that the hands may be turned up and the board be dealt on; once a hand."""
    table = locking.table(table_id)
    require(actor, Permission.RUN_CLOCK, table.tournament_id)
    if not face_down.is_waiting(table, hands.of(table)):
        raise Refused(f"No hands wait face down at table {table.number}.", face_down.CLAUSE)
    table.turned_up = table.hand_number
    table.version += 1
    table.save(update_fields=["turned_up", "version"])
    journal.write(
        actor,
        "hand_for_hand.turned_up",
        tournament_id=table.tournament_id,
        at=now,
        table=table.number,
        hand=table.hand_number,
    )
    table_broadcast.table_changed(table, Audience.CONSOLE)
    return table
