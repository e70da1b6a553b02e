"""The signed heads of a tournament's chain, and whether the chain still leads through them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypedDict

from django.urls import reverse

from tables.models import HandEvent, Table
from tournament.models import Chain, JournalEntry, Signature, Tournament
from tournament.records import signing
from tournament.records.hashing import link
from tournament.records.queries import heads, keys
from tournament.records.queries.kept import moment
from tournament.records.queries.keys import Trusted

Ends = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Stand:
    """Where the chain stands now: journal and tables."""

    lines: int
    head: str
    tables: Ends


def stand(tournament: Tournament) -> Stand:
    """Read without a lock: each part is a beginning of what will be there later."""
    chain = Chain.objects.get(pk=tournament.pk)
    ends = Table.objects.filter(tournament=tournament).exclude(head="").order_by("number")
    tables = {str(number): head for number, head in ends.values_list("number", "head")}
    return Stand(chain.length, chain.head, tables)


def last(tournament: Tournament) -> Signature | None:
    """The newest signed head."""
    return Signature.objects.filter(tournament=tournament).order_by("-number").first()


def digest_of(tables: Ends) -> str:
    """What a signed head says of the tables."""
    return link("", dict(tables))


def goes_on(tournament: Tournament, last: Signature | None, stand: Stand) -> bool:
    """Whether the journal leads from all that was signed to the stand that is to be signed next.

    A signature that this machine keeps outside the database counts like those in it.
    """
    outside, head, count = heads.kept(tournament.code), "", 0
    if outside and (last is None or outside[-1].number > last.number):
        return False
    if last is not None:
        before = _read(last)
        if before is None or not _is_ours(before):
            return False
        head, count = before.head, before.lines
    lines = JournalEntry.objects.filter(
        tournament=tournament, sequence__gt=count, sequence__lte=stand.lines
    )
    for entry in lines.order_by("sequence").iterator():
        head, count = link(head, entry.content()), count + 1
    return (count, head) == (stand.lines, stand.head)


def _is_ours(head: signing.Head) -> bool:
    key = keys.trusted(keys.public()).get(head.key)
    return key is not None and key.signed(head)


def breaks(
    tournament: Tournament, trusted: Mapping[str, Trusted], expected: Iterable[signing.Head] = ()
) -> Iterator[str]:
    """What signed heads know otherwise: those of the database, of this machine, and others."""
    kept = list(Signature.objects.filter(tournament=tournament).order_by("number"))
    chain = _Chain(tournament)
    for place, signature in enumerate(kept, 1):
        yield from _faults_of_row(signature, place, chain.events)
    ours = [_read(signature) for signature in kept]
    for head in [*ours, *heads.kept(tournament.code), *expected]:
        if head is not None:
            yield from _faults(head, trusted, chain.lines)


def _read(signature: Signature) -> signing.Head | None:
    try:
        return signing.read_head(signature.word)
    except signing.NotAHead:
        return None


class _Chain:
    """What the heads are held against."""

    def __init__(self, tournament: Tournament) -> None:
        self.code = tournament.code
        lines = JournalEntry.objects.filter(tournament=tournament)
        self.lines = dict(lines.values_list("sequence", "hash"))
        events = HandEvent.objects.filter(table__tournament=tournament)
        self.events = set(events.values_list("table__number", "hash"))


def _faults_of_row(
    signature: Signature, place: int, events: Collection[tuple[int, str]]
) -> Iterator[str]:
    """What a row of the database says beside the signed words."""
    head = _read(signature)
    if signature.number != place:
        yield f"Signature {place} is missing."
    elif head is None or _differs(signature, head):
        yield f"Signature {place} was altered."
    else:
        for number, end in signature.tables.items():
            if (int(number), end) not in events:
                yield f"Table {number}: hands that were signed at {moment(head.at)} are missing."


def _differs(signature: Signature, head: signing.Head) -> bool:
    said = (head.number, head.lines, head.tables, head.at)
    kept = (signature.number, signature.lines, digest_of(signature.tables))
    return said != (*kept, signature.at.replace(microsecond=0))


def _faults(
    head: signing.Head, trusted: Mapping[str, Trusted], lines: Mapping[int, str]
) -> Iterator[str]:
    at = moment(head.at)
    key = trusted.get(head.key)
    if key is None:
        yield f"The head of {at} is signed by a key that nobody here vouches for ({head.key})."
    elif not key.signed(head):
        yield f"The signature of the head of {at} does not fit what it says."
    elif head.lines not in lines:
        yield (
            f"The journal was cut: {head.lines} lines were signed at {at}, "
            f"and {max(lines, default=0)} are left."
        )
    elif lines[head.lines] != head.head:
        yield f"Line {head.lines} of the journal is not the one that was signed at {at}."


# --- For those who keep them elsewhere ------------------------------------------------------------


class HeadsPage(TypedDict):
    """The signed heads as everybody may see and take them."""

    latest: Signature | None
    count: int
    fingerprint: str
    anchor: str
    brought: str
    wrong: str


def page(tournament: Tournament, brought: str = "") -> HeadsPage:
    """The newest head to keep, and whether one that was kept still fits."""
    public = keys.public()
    return {
        "latest": last(tournament),
        "count": Signature.objects.filter(tournament=tournament).count(),
        "fingerprint": signing.fingerprint(public) if public else "",
        "anchor": anchor(tournament),
        "brought": brought,
        "wrong": wrong_with(tournament, brought) if brought else "",
    }


def anchor(tournament: Tournament) -> str:
    """The address that a paper bears: the page of the heads, with the newest one at its end."""
    newest = last(tournament)
    if newest is None:
        return ""
    return f"{reverse('signed-heads', args=[tournament.code])}?head={newest.word}"


def wrong_with(tournament: Tournament, brought: str) -> str:
    """Why a head that somebody kept does not fit the records as they are; nothing where it does."""
    try:
        head = signing.read_head(brought)
    except signing.NotAHead as trouble:
        return str(trouble)
    if head.code != tournament.code:
        return "This is a head of another tournament."
    length = Chain.objects.values_list("length", flat=True).get(pk=tournament.pk)
    found = JournalEntry.objects.filter(tournament=tournament, sequence__in=(head.lines, length))
    lines = dict(found.values_list("sequence", "hash"))
    return next(_faults(head, keys.trusted(keys.public()), lines), "")


def words(tournament: Tournament) -> str:
    """Every head, one to a line, the oldest first."""
    kept = Signature.objects.filter(tournament=tournament).order_by("number")
    return "".join(f"{word}\n" for word in kept.values_list("word", flat=True))
