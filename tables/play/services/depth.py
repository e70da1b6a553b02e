"""Choose how much is recorded, for all tables or one, between hands."""

from datetime import datetime
from typing import Any
from uuid import UUID

from engine.refusal import Refused
from tables.commands import across
from tables.models import Table
from tables.play.queries import hands
from tables.play.queries.depth import WORDS, Depth
from tables.procedures.queries import hand_for_hand
from tournament.live.broadcast import EVERYBODY
from tournament.permissions import Actor, Permission


def choose(
    *,
    tournament_id: int,
    depth: str,
    only_table: int | None,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> None:
    """From the next hand on; a table in the middle of a hand finishes it first."""
    who: dict[str, Any] = {"actor": actor, "now": now}
    with across(tournament_id, Permission.RULE, kind="depth", command_id=command_id, **who) as hall:
        if hall.is_repeat:
            return
        if depth not in set(Depth):
            raise Refused("Choose what is recorded.")
        chosen = [table for table in hall.open_tables if only_table in (None, table.number)]
        if only_table is not None and not chosen:
            raise Refused(f"Table {only_table} is not open.")
        for table in chosen:
            _check(table, Depth(depth))
        if only_table is None:
            hall.tournament.structure["recording_depth"] = depth
            hall.tournament.save(update_fields=["structure"])
        for table in chosen:
            table.depth = depth if only_table is not None else ""
            table.save(update_fields=["depth"])
        where = f"table {only_table}" if only_table is not None else "every table"
        hall.write("depth.chosen", what=WORDS[Depth(depth)], where=where)
        hall.change(*chosen)
        hall.tell(*EVERYBODY)


def _check(table: Table, depth: Depth) -> None:
    if hands.is_in_play(table):
        raise Refused(f"A hand is in play at table {table.number}: change this when it has ended.")
    if depth is Depth.COUNTS and hand_for_hand.running(table.tournament_id) is not None:
        raise Refused("Hand-for-hand is on: every table must record its hands.")
