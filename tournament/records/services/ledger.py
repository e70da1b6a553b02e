"""Put chips into play and take them out, with a row for every move."""

from datetime import datetime

from engine.refusal import Refused
from tournament.models import ChipMove, Entry
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor


def issue(entry: Entry, *, amount: int, reason: ChipReason, actor: Actor, at: datetime) -> ChipMove:
    """Give an entry chips from the bank."""
    if amount <= 0:
        raise Refused("The number of chips must be above zero.")
    return _move(entry, amount=amount, reason=reason, actor=actor, at=at)


def take(entry: Entry, *, amount: int, reason: ChipReason, actor: Actor, at: datetime) -> ChipMove:
    """Take chips from an entry back to the bank."""
    if not 0 < amount <= entry.stack:
        raise Refused(f"{entry.name} has {entry.stack} chips: {amount} cannot be taken.")
    return _move(entry, amount=-amount, reason=reason, actor=actor, at=at)


def _move(entry: Entry, *, amount: int, reason: ChipReason, actor: Actor, at: datetime) -> ChipMove:
    entry.stack += amount
    entry.save(update_fields=["stack"])
    return ChipMove.objects.create(
        tournament_id=entry.tournament_id,
        entry=entry,
        amount=amount,
        reason=reason,
        at=at,
        by=actor.name,
    )
