"""Whether a tournament's records are as they were written: journal, hand events and ledgers."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from engine.hand import numbers
from tables.models import HandEvent, Table
from tables.records.queries import retold, signatures
from tournament.draws.queries import checks
from tournament.models import ChipMove, JournalEntry, Posting, Signature, Tournament
from tournament.records import signing
from tournament.records.hashing import link
from tournament.records.queries import chain as journal_chain
from tournament.records.queries import keys


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was checked, and the first thing that is not as it was written."""

    lines: int
    events: int
    chip_moves: int
    postings: int
    signed: Signature | None = None
    broken: str = ""

    @property
    def is_whole(self) -> bool:
        return not self.broken

    @property
    def unsigned(self) -> int:
        """Lines that were written since the last signature."""
        return self.lines - (self.signed.lines if self.signed else 0)


@dataclass(frozen=True, slots=True)
class Brought:
    """What somebody brings along from outside: signed heads, and the public key they trust."""

    heads: tuple[signing.Head, ...] = ()
    key: str = ""


NOTHING = Brought()


def verify(tournament: Tournament, brought: Brought = NOTHING) -> Verdict:
    """Walk the whole chain: the journal with its ledgers, every table's hands, every signature.

    A hand played on meanwhile looks like a break: in doubt no table may go on while we look again.
    """
    if (found := _walk(tournament, brought)).is_whole:
        return found
    with transaction.atomic():
        tables = Table.objects.filter(tournament=tournament).order_by("number")
        list(tables.select_for_update(no_key=True))
        return _walk(tournament, brought)


def _walk(tournament: Tournament, brought: Brought) -> Verdict:
    return Verdict(
        lines=tournament.journal.count(),
        events=HandEvent.objects.filter(table__tournament=tournament).count(),
        chip_moves=ChipMove.objects.filter(tournament=tournament).count(),
        postings=Posting.objects.filter(tournament=tournament).count(),
        signed=signatures.last(tournament),
        broken=next(_breaks(tournament, brought), ""),
    )


def _breaks(tournament: Tournament, brought: Brought) -> Iterator[str]:
    if broken := journal_chain.first_break(tournament.pk):
        yield broken.what
    heads = _heads_in_journal(tournament)
    for table in Table.objects.filter(tournament=tournament):
        if event := first_broken_event(table):
            version, index = event
            yield (
                f"Event {version}.{index} at table {table.number} "
                "was altered, is missing or was slipped in."
            )
        yield from _forgotten(table, heads.get(table.number, {}))
    trusted = keys.trusted(brought.key or keys.public())
    yield from signatures.breaks(tournament, trusted, brought.heads)
    yield from checks.faults(tournament)
    yield from retold.faults(tournament)


def _heads_in_journal(tournament: Tournament) -> dict[int, dict[str, int]]:
    """The heads the journal kept of each table's chain when a hand ended, and in which hand."""
    found: dict[int, dict[str, int]] = {}
    ended = JournalEntry.objects.filter(tournament=tournament, name="hand.ended")
    for data in ended.values_list("data", flat=True):
        found.setdefault(data["table"], {})[data["head"]] = data["hand"]
    return found


def _forgotten(table: Table, heads: dict[str, int]) -> Iterator[str]:
    """A table's chain written anew from the start is whole in itself, but the journal knows."""
    known = set(HandEvent.objects.filter(table=table).values_list("hash", flat=True))
    for head, hand in heads.items():
        if head not in known:
            which = f"Hand {numbers.as_shown(hand)} at table {table.number}"
            yield f"{which} is not the one the journal closed."


def first_broken_event(table: Table) -> tuple[int, int] | None:
    """Version and index of the first event that was altered or follows a gap; None when whole."""
    head = ""
    last = (table.version, 0)
    for event in HandEvent.objects.filter(table=table).iterator():
        head = link(head, event.content())
        last = (event.version, event.index + 1)
        if event.hash != head:
            return event.version, event.index
    return None if head == table.head else last
