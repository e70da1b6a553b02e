"""Give entrants their own page without an account, and take it away."""

import secrets
from datetime import datetime
from typing import Any

from django.db import transaction

from tournament.entries.queries import links
from tournament.live import broadcast
from tournament.models import Entry, PersonalLink
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal


@transaction.atomic
def give(*, tournament_id: int, actor: Actor, now: datetime) -> list[PersonalLink]:
    """A link for every entrant who has none; those made, to be shown now and never again."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    have = set(
        PersonalLink.objects.select_for_update()
        .filter(entry__tournament_id=tournament_id, revoked_at__isnull=True)
        .values_list("entry_id", flat=True)
    )
    wanting = [entry for entry in links.entries(tournament_id) if entry.pk not in have]
    made = PersonalLink.objects.bulk_create([_made(entry, actor, now) for entry in wanting])
    if made:
        names = ", ".join(entry.name for entry in wanting)
        said: dict[str, Any] = {"count": len(made), "names": names}
        journal.write(actor, "links.given", tournament_id=tournament_id, at=now, **said)
    return made


def _made(entry: Entry, actor: Actor, now: datetime) -> PersonalLink:
    nonce = secrets.token_hex(12)
    return PersonalLink(
        entry=entry,
        nonce=nonce,
        fingerprint=links.fingerprint(links.token(entry.pk, nonce)),
        made_at=now,
        made_by=actor.name,
    )


@transaction.atomic
def renew(*, entry: Entry, actor: Actor, now: datetime) -> PersonalLink:
    """Another link for one entrant, to be shown now; the one before is revoked."""
    require(actor, Permission.REGISTER_PLAYERS, entry.tournament_id)
    _revoke(entry, now)
    link = _made(entry, actor, now)
    link.save()
    journal.write(
        actor, "link.renewed", tournament_id=entry.tournament_id, at=now, player=entry.name
    )
    return link


@transaction.atomic
def revoke(*, entry: Entry, actor: Actor, now: datetime) -> None:
    """Take a link away, at once."""
    require(actor, Permission.REGISTER_PLAYERS, entry.tournament_id)
    if not _revoke(entry, now):
        return
    journal.write(
        actor, "link.revoked", tournament_id=entry.tournament_id, at=now, player=entry.name
    )


def _revoke(entry: Entry, now: datetime) -> int:
    broadcast.hang_up_entrant(entry.tournament_id, entry.pk)
    standing = PersonalLink.objects.filter(entry=entry, revoked_at__isnull=True)
    return standing.update(revoked_at=now)
