"""The key that signs records: made at the first start, followed by another when it must be."""

import os
from datetime import datetime

from django.conf import settings
from django.db import transaction

from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tournament.models import SigningKey, Tournament
from tournament.permissions import SYSTEM
from tournament.records import signing
from tournament.records.queries import keys
from tournament.records.services import journal

OVER = (TournamentState.FINISHED, TournamentState.CANCELLED)


def ready(*, now: datetime) -> str:
    """The key in use, made if missing; refused while the records name another one."""
    if not keys.private():
        _write(signing.new_private(), flags=os.O_EXCL)
    private = keys.private()
    public = signing.public_of(private)
    row, _ = SigningKey.objects.get_or_create(
        house="", until__isnull=True, defaults={"public": public, "since": now}
    )
    if row.public != public:
        raise Refused(
            "The signing key is not the one these records are signed with. Put that one back, or "
            "say that it is lost: manage.py rotate_signing_key --lost"
        )
    return private


def _write(private: str, *, flags: int) -> None:
    """Keep a key in its file, for our own user alone."""
    path = settings.SIGNING_KEY_FILE
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | flags, 0o600)
    except FileExistsError:  # another process made it at the same moment
        return
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(private)


@transaction.atomic
def rotate(*, because: str, is_lost: bool, after: str, now: datetime) -> str:
    """Another key from now on: its public half. The old one signs that, unless it is lost.

    A key that is given in the environment is changed there: `after` is the new one.
    """
    row = SigningKey.objects.select_for_update().filter(house="", until__isnull=True).first()
    if row is None:
        raise Refused("Nothing has been signed yet: there is no key to replace.")
    before = keys.private()
    if not is_lost and (not before or signing.public_of(before) != row.public):
        raise Refused("The key in use is not at hand. If it is lost, say so: --lost")
    public = signing.public_of(after)
    _hand_over(row, after, "" if is_lost else before, because=because, now=now)
    SigningKey.objects.create(public=public, since=now)
    _tell(row, public, because=because, now=now)
    if not settings.SIGNING_KEY:
        _write(after, flags=os.O_TRUNC)
    return public


def _hand_over(row: SigningKey, after: str, before: str, *, because: str, now: datetime) -> None:
    """Both keys sign that one follows the other."""
    row.until, row.because, row.next_public = now, because[:200], signing.public_of(after)
    says = signing.succession(row.public, row.next_public, now)
    row.signed_by_next = signing.sign(says, after)
    row.signed_by_itself = signing.sign(says, before) if before else ""
    row.save()


def _tell(row: SigningKey, public: str, *, because: str, now: datetime) -> None:
    """A line in the journal of every tournament that goes on."""
    for tournament in Tournament.objects.exclude(state__in=OVER).order_by("pk"):
        journal.write(
            SYSTEM,
            "records.key_changed",
            tournament_id=tournament.pk,
            at=now,
            before=signing.fingerprint(row.public),
            after=signing.fingerprint(public),
            reason=because,
        )
