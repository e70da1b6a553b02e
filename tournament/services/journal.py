"""Who did what, when: each entry carries the hash of the one before it."""

from datetime import UTC, datetime

from tournament.hashing import link
from tournament.models import Chain, JournalEntry
from tournament.permissions import Actor


def write(
    actor: Actor, name: str, *, tournament_id: int, at: datetime, **data: object
) -> JournalEntry:
    """Add a link to the tournament's chain. Take it last: it locks the chain's end."""
    chain = Chain.objects.select_for_update().get(pk=tournament_id)
    chain.length += 1
    content = {"name": name, "by": actor.name, "at": at.astimezone(UTC).isoformat(), "data": data}
    chain.head = link(chain.head, content)
    chain.save(update_fields=["length", "head"])
    return JournalEntry.objects.create(
        tournament_id=tournament_id,
        sequence=chain.length,
        name=name,
        by=actor.name,
        at=at,
        data=data,
        hash=chain.head,
    )
