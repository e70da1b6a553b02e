"""What pages show and no ledger row says: stacks, hands as they ended and busts, by the chain."""

from collections import Counter
from collections.abc import Iterable, Iterator

from tables.chips.queries import counts
from tables.models import HandRecord, Table
from tournament.models import Bust, Entry, JournalEntry, Tournament
from tournament.records.hashing import link
from tournament.records.queries import kept

UNDONE = ("bust.undone", "bust.taken_back")


def of_hand(record: HandRecord, table: Table) -> dict[str, str]:
    """The record's name and digest, for the line that ends the hand or reopens it."""
    return {f"hand {record.number} at table {table.number}": _of(record)}


def _of(row: HandRecord | Bust) -> str:
    return link("", row.content())


def of_bust(bust: Bust) -> dict[str, str]:
    """The same of a bust that was just made: an entry's are counted from 1."""
    return {_called(bust, Bust.objects.filter(entry=bust.entry_id).count()): _of(bust)}


def _called(bust: Bust, count: int) -> str:
    return f"bust {count} of entry {bust.entry.number}"


def rows(tournament: Tournament) -> dict[str, str]:
    """Every entry's name, every hand and every bust, as they are now."""
    found = kept.of_entries(*Entry.objects.filter(tournament=tournament))
    hands = HandRecord.objects.filter(table__tournament=tournament).select_related("table")
    for record in hands.iterator():
        found |= of_hand(record, record.table)
    count: Counter[int] = Counter()
    for bust in Bust.objects.filter(entry__tournament=tournament).select_related("entry"):
        count[bust.entry_id] += 1
        found[_called(bust, count[bust.entry_id])] = _of(bust)
    return found


def faults(tournament: Tournament) -> Iterator[str]:
    """What is shown and does not follow from the chain, row by row."""
    notes, now = kept.noted(tournament.pk), dict(kept.digests(tournament.pk))
    shown = rows(tournament)
    open_hands = set(_open_hands(tournament))
    now |= {
        name: digest for name, digest in shown.items() if name in notes or name not in open_hands
    }
    yield from kept.faults(notes, now)
    yield from _stacks(tournament)
    yield from _undone_busts(tournament)


def _open_hands(tournament: Tournament) -> Iterator[str]:
    """Hands in play, which no line has closed yet."""
    playing = HandRecord.objects.filter(table__tournament=tournament, ended_at__isnull=True)
    for record in playing.select_related("table"):
        yield from of_hand(record, record.table)


def _stacks(tournament: Tournament) -> Iterator[str]:
    try:
        story = counts.stacks_by_story(tournament)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        yield "The hands cannot be played again from their events."
        return
    for entry in Entry.objects.filter(tournament=tournament):
        if entry.stack != (told := story.get(entry.pk, 0)):
            yield (
                f"The stack of {entry.name} (entry {entry.number}) is {entry.stack}: "
                f"ledger and hands make it {told}."
            )


def _undone_busts(tournament: Tournament) -> Iterator[str]:
    """A bust is taken back by a line of the journal, and such a line takes one back."""
    lines = JournalEntry.objects.filter(tournament=tournament)
    known = set(lines.values_list("at", "by"))
    busts = list(Bust.objects.filter(entry__tournament=tournament).select_related("entry"))
    for bust in busts:
        if bust.retracted_at and (bust.retracted_at, bust.retracted_by) not in known:
            at = kept.moment(bust.retracted_at)
            yield f"{_words(bust)} was taken back at {at} by no line of the journal."
        elif bust.retracted_at is None and bust.entry.stack:
            yield f"{_words(bust)} stands, and the entry has chips."
    yield from _not_undone(lines.filter(name__in=UNDONE), busts)


def _not_undone(lines: Iterable[JournalEntry], busts: Iterable[Bust]) -> Iterator[str]:
    undone = {bust.retracted_at for bust in busts}
    for line in lines:
        if line.at not in undone:
            yield f"The bust undone by line {line.sequence} at {kept.moment(line.at)} stands again."


def _words(bust: Bust) -> str:
    return f"The bust of {bust.entry.name} at {kept.moment(bust.at)}"
