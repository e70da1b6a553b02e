"""Stacks that change outside a hand, and the table that shows it."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from tables import broadcast
from tables.models import Table
from tournament.live.broadcast import EVERYBODY
from tournament.models import ChipMove, Entry
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor


def held(ids: Iterable[int]) -> dict[int, Entry]:
    """Entries, held in order."""
    found = Entry.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=list(ids))
    return {entry.pk: entry for entry in found.select_related("player").order_by("pk")}


def move(
    moves: Mapping[int, int],
    *,
    reason: ChipReason,
    note: str,
    actor: Actor,
    now: datetime,
) -> None:
    """Change stacks outside a hand: a row of the ledger for each."""
    entries = held(entry_id for entry_id, amount in moves.items() if amount)
    for entry_id, entry in entries.items():
        entry.stack += moves[entry_id]
        entry.save(update_fields=["stack"])
    ChipMove.objects.bulk_create(
        ChipMove(
            tournament_id=entry.tournament_id,
            entry_id=entry_id,
            amount=moves[entry_id],
            reason=reason,
            at=now,
            by=actor.name,
            note=note[:200],
        )
        for entry_id, entry in entries.items()
    )


def bump(table: Table) -> Table:
    """One version on, and everybody told."""
    table.version += 1
    table.save(update_fields=["version"])
    broadcast.table_changed(table, *EVERYBODY)
    return table
