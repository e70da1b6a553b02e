"""The one writer of chips: every stack changes here, and what changes outside a hand has its row.

Starting stacks, rebuys, penalties, race-offs and corrections are reasons of one call, `move`. What
a hand moved between its players is in the hand's own events: `settle` stores the stacks it left.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.refusal import Refused
from tournament.models import ChipMove, Entry
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor


@dataclass(frozen=True, slots=True)
class Row:
    """Chips that came into play or left it; of nobody where they were in no stack."""

    entry_id: int | None
    amount: int
    reason: ChipReason


@dataclass(frozen=True, slots=True)
class Page:
    """What the rows of one writing have in common."""

    tournament_id: int
    actor: Actor
    now: datetime
    note: str = ""


def held(ids: Iterable[int]) -> dict[int, Entry]:
    """Entries, locked in order."""
    found = Entry.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=list(ids))
    return {entry.pk: entry for entry in found.select_related("player").order_by("pk")}


def move(
    moves: Mapping[int, int], *, reason: ChipReason, actor: Actor, now: datetime, note: str = ""
) -> None:
    """Change stacks outside a hand, all of one tournament: a row for each that changes."""
    entries = held(entry_id for entry_id, amount in moves.items() if amount)
    if not entries:
        return
    for entry_id, entry in entries.items():
        _check(entry, moves[entry_id])
    _store(entries, {pk: entry.stack + moves[pk] for pk, entry in entries.items()})
    (where,) = {entry.tournament_id for entry in entries.values()}
    _write([Row(pk, moves[pk], reason) for pk in entries], Page(where, actor, now, note))


def settle(stacks: Mapping[int, int], rows: Iterable[Row], page: Page) -> None:
    """The stacks a hand left its players, and rows for what it brought into play or took out."""
    _store(held(stacks), stacks)
    _write(rows, page)


def _check(entry: Entry, amount: int) -> None:
    if entry.stack + amount < 0:
        raise Refused(f"{entry.name} has {entry.stack} chips: {-amount} cannot be taken.")


def _store(entries: Mapping[int, Entry], stacks: Mapping[int, int]) -> None:
    for pk, entry in entries.items():
        entry.stack = stacks[pk]
    Entry.objects.bulk_update(entries.values(), ["stack"])


def _write(rows: Iterable[Row], page: Page) -> None:
    ChipMove.objects.bulk_create(
        ChipMove(
            tournament_id=page.tournament_id,
            entry_id=row.entry_id,
            amount=row.amount,
            reason=row.reason,
            at=page.now,
            by=page.actor.name,
            note=page.note[:200],
        )
        for row in rows
    )
