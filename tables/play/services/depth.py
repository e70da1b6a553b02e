"""Choose how much is recorded, for all tables or one, between hands."""

from datetime import datetime

from django.db import transaction

from engine.refusal import Refused
from tables import locking
from tables.chips.services import stacks
from tables.models import Table
from tables.play.queries import hands
from tables.play.queries.depth import WORDS, Depth
from tables.procedures.queries import hand_for_hand
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal


@transaction.atomic
def choose(
    *, tournament_id: int, depth: str, only_table: int | None, actor: Actor, now: datetime
) -> None:
    """From the next hand on; a table in the middle of a hand finishes it first."""
    require(actor, Permission.RULE, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if depth not in set(Depth):
        raise Refused("Choose what is recorded.")
    chosen = [t for t in tables.values() if t.is_open and only_table in (None, t.number)]
    if only_table is not None and not chosen:
        raise Refused(f"There is no open table {only_table}.")
    for table in chosen:
        _check(table, Depth(depth))
    if only_table is None:
        tournament.structure["recording_depth"] = depth
        tournament.save(update_fields=["structure"])
    where = f"table {only_table}" if only_table is not None else "every table"
    what = WORDS[Depth(depth)]
    for table in chosen:
        table.depth = depth if only_table is not None else ""
        table.save(update_fields=["depth"])
    journal.write(
        actor, "depth.chosen", tournament_id=tournament_id, at=now, what=what, where=where
    )
    for table in chosen:
        stacks.bump(table)


def _check(table: Table, depth: Depth) -> None:
    if hands.is_in_play(table):
        raise Refused(f"A hand is in play at table {table.number}: change this when it has ended.")
    if depth is Depth.COUNTS and hand_for_hand.running(table.tournament_id) is not None:
        raise Refused("Hand-for-hand is on: every table records its hands.")
