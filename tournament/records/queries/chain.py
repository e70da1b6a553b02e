"""Whether journal and ledgers are as they were written, or where they first are not."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from tournament.models import Chain, ChipMove, JournalEntry, Posting, Sealed
from tournament.records.hashing import digest, link

LEDGERS: tuple[type[Sealed], ...] = (ChipMove, Posting)


@dataclass(frozen=True, slots=True)
class Break:
    """The first place where the chain is not what was written."""

    line: int
    what: str


def first_break(tournament_id: int) -> Break | None:
    """The first altered, missing or foreign row of journal and ledgers; None when all is whole.

    What was written between two readings looks like a break: in doubt nobody may write meanwhile.
    """
    if _walk(tournament_id) is None:
        return None
    with transaction.atomic():
        Chain.objects.select_for_update().get(pk=tournament_id)
        return _walk(tournament_id)


def _walk(tournament_id: int) -> Break | None:
    rows = _sealed_rows(tournament_id)
    head, expected = "", 0
    entries = JournalEntry.objects.filter(tournament_id=tournament_id).order_by("sequence")
    for expected, entry in enumerate(entries.iterator(), 1):
        head = link(head, entry.content())
        if entry.sequence != expected or entry.hash != head:
            return Break(expected, f"Line {expected} of the journal was altered or is missing.")
        if broken := _ledger_break(entry, rows.pop(expected, [])):
            return broken
    return _end_break(Chain.objects.get(pk=tournament_id), head, expected, rows)


def _ledger_break(entry: JournalEntry, rows: list[Sealed]) -> Break | None:
    for row in rows:
        if row.digest != link("", row.content()):
            return Break(entry.sequence, f"{_name(row)}, of line {entry.sequence}, was altered.")
    if digest(row.digest for row in rows) != entry.ledger:
        words = f"A chip or money row of line {entry.sequence} was taken out or slipped in."
        return Break(entry.sequence, words)
    return None


def _end_break(
    chain: Chain, head: str, length: int, rows: dict[int | None, list[Sealed]]
) -> Break | None:
    if (length, head) != (chain.length, chain.head):
        return Break(
            length + 1, f"The journal does not end as it was written, after line {length}."
        )
    stray = next((row for left in rows.values() for row in left), None)
    if stray is not None:
        return Break(length + 1, f"{_name(stray)} is covered by no line of the journal.")
    return None


def _name(row: Sealed) -> str:
    return f"{row.CALLED.capitalize()} {row.pk} ({row})"


def _sealed_rows(tournament_id: int) -> dict[int | None, list[Sealed]]:
    found: dict[int | None, list[Sealed]] = defaultdict(list)
    for row in _ledger_rows(tournament_id):
        found[row.link].append(row)
    return found


def _ledger_rows(tournament_id: int) -> Iterator[Sealed]:
    for ledger in LEDGERS:
        yield from ledger.of_tournament(tournament_id).order_by("pk")
