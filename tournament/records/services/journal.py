"""Who did what, when: each entry carries the hash of the one before it."""

from datetime import datetime
from typing import Any

from django.db.models import Exists

from tournament.models import Chain, JournalEntry
from tournament.models.statements import Statement
from tournament.permissions import Actor
from tournament.records.hashing import digest, link
from tournament.records.queries import kept
from tournament.records.queries.chain import LEDGERS


def write(
    actor: Actor,
    name: str,
    *,
    tournament_id: int,
    at: datetime,
    rows: Any = None,  # Mapping[str, str]; callers hand all other words on as **
    **data: object,
) -> JournalEntry:
    """Add a link to the tournament's chain. Take it last: it locks the chain's end.

    Ledger rows written before it in the same transaction are sealed by it; of other rows it keeps
    the digests in `rows`, and a mark those of all that decide who won what.
    """
    chain = Chain.objects.select_for_update().get(pk=tournament_id)
    chain.length += 1
    entry = JournalEntry(
        tournament_id=tournament_id,
        sequence=chain.length,
        name=name,
        by=actor.name,
        at=at,
        data=data,
        ledger=_seal(tournament_id, chain.length),
        rows={**(rows or {}), **(kept.changed(tournament_id) if kept.is_mark(name) else {})},
    )
    entry.hash = chain.head = link(chain.head, entry.content())
    chain.save(update_fields=["length", "head"])
    entry.save(force_insert=True)
    return entry


_UNSEALED = Statement(
    lambda tournament: Chain.objects.filter(pk=tournament).values_list(
        *(Exists(ledger.of_tournament(tournament).filter(link=None)) for ledger in LEDGERS)
    ),
    keys=1,
)


def _seal(tournament_id: int, line: int) -> str:
    """Tie every ledger row that no line answers for yet to this one."""
    sealed: list[str] = []
    for ledger, has_any in zip(LEDGERS, _UNSEALED.row(tournament_id), strict=True):
        unsealed = ledger.of_tournament(tournament_id).filter(link__isnull=True)
        rows = list(unsealed.order_by("pk")) if has_any else []
        for row in rows:
            row.link, row.digest = line, link("", row.content())
        ledger._default_manager.bulk_update(rows, ["link", "digest"])
        sealed += [row.digest for row in rows]
    return digest(sealed)
