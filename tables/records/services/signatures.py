"""Sign where the records stand: soon after every mark of an evening, and every few minutes.

Never within a command: nobody at a table waits for a signature, and none takes a lock.
"""

import logging
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from tables.records.queries import signatures
from tables.records.queries.signatures import Stand
from tournament.house.services import integrations
from tournament.models import Chain, JournalEntry, Signature, Tournament
from tournament.records import signing
from tournament.records.services import heads, keys

EVERY = timedelta(minutes=3)
# Signed at the next look, a few seconds later; everything else within EVERY.
MARKS = frozenset(
    {
        "bags.begun",
        "bags.ended",
        "clock.break_started",
        "clock.last_level_stayed",
        "clock.level_started",
        "deal.answered",
        "placing.confirmed",
        "prize.paid",
        "prize.taken_back",
        "prizes.published",
        "records.key_changed",
        "session.ended",
        "tournament.finished",
        "tournament.started",
    }
)
log = logging.getLogger(__name__)


def sign_due(*, now: datetime) -> int:
    """Sign every tournament whose turn it is; how many were."""
    return sum(sign(cup, now=now) is not None for cup in _unsigned() if _is_due(cup, now))


def _unsigned() -> list[Tournament]:
    """Tournaments whose journal went on since it was last signed."""
    newest = Signature.objects.filter(tournament=OuterRef("pk")).order_by("-number")
    chains = Chain.objects.annotate(signed=Coalesce(Subquery(newest.values("lines")[:1]), 0))
    behind = chains.filter(length__gt=F("signed")).select_related("tournament")
    return [chain.tournament for chain in behind.order_by("pk")]


def _is_due(tournament: Tournament, now: datetime) -> bool:
    last = signatures.last(tournament)
    if last is None or now - last.at >= EVERY:
        return True
    since = JournalEntry.objects.filter(tournament=tournament, sequence__gt=last.lines)
    return since.filter(name__in=MARKS).exists()


def sign(tournament: Tournament, *, now: datetime) -> Signature | None:
    """Sign how it stands; nothing where the records do not go on from what was signed before."""
    private, last = keys.ready(now=now), signatures.last(tournament)
    stand = signatures.stand(tournament)
    if not signatures.goes_on(tournament, last, stand):
        log.error("The records of %s are not as they were signed: see verify.", tournament.code)
        return None
    head = _head(tournament, last.number + 1 if last else 1, stand, now, private)
    try:
        with transaction.atomic():
            made = _kept(tournament, head, stand)
            integrations.tell_head(tournament.pk, head, now=now)
    except IntegrityError:  # another worker was quicker: it has signed this
        return None
    heads.keep(head)
    return made


def _head(
    tournament: Tournament, number: int, stand: Stand, now: datetime, private: str
) -> signing.Head:
    return signing.Head(
        code=tournament.code,
        number=number,
        lines=stand.lines,
        head=stand.head,
        tables=signatures.digest_of(stand.tables),
        at=now.replace(microsecond=0),
        key=signing.id_of(signing.public_of(private)),
    ).signed(private)


def _kept(tournament: Tournament, head: signing.Head, stand: Stand) -> Signature:
    return Signature.objects.create(
        tournament=tournament,
        number=head.number,
        lines=head.lines,
        tables=stand.tables,
        at=head.at,
        word=head.word,
    )
