"""The keys that sign records: the one in use, kept outside the database, and those it vouches for.

What the database says of keys counts only where a signature of a trusted key covers it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.conf import settings

from tournament.models import SigningKey
from tournament.records import signing


@dataclass(frozen=True, slots=True)
class Trusted:
    """A public key, and from when to when it signed."""

    public: str
    since: datetime | None = None
    until: datetime | None = None

    def signed(self, head: signing.Head) -> bool:
        """Whether this key signed the head, and was in use then; heads know seconds."""
        began = self.since is None or self.since.replace(microsecond=0) <= head.at
        is_over = self.until is not None and head.at > self.until
        return began and not is_over and head.is_signed_by(self.public)


def private() -> str:
    """The key in use; nothing before the first start."""
    if settings.SIGNING_KEY:
        return str(settings.SIGNING_KEY)
    file = settings.SIGNING_KEY_FILE
    return file.read_text("ascii").strip() if file.is_file() else ""


def public() -> str:
    """Its public half; nothing before the first start."""
    return signing.public_of(private()) if private() else ""


def ours() -> list[SigningKey]:
    """Every key this house has signed with, the newest first."""
    return list(SigningKey.objects.filter(house="").order_by("-since", "-id"))


class KeyTold(TypedDict):
    """The public half of a key, as the house's page shows it."""

    fingerprint: str
    public: str
    since: datetime
    until: datetime | None


def told() -> list[KeyTold]:
    """Every key of this house, the newest first."""
    return [
        {
            "fingerprint": signing.fingerprint(row.public),
            "public": row.public,
            "since": row.since,
            "until": row.until,
        }
        for row in ours()
    ]


def trusted(*starts: str) -> dict[str, Trusted]:
    """These keys, and every one they lead to by signed successions, by the names heads use."""
    known = {start for start in starts if start}
    links, led = list(SigningKey.objects.exclude(next_public="")), list[SigningKey]()
    while found := [row for row in links if row not in led and _is_vouched_for(row, known)]:
        led += found
        known |= {public for row in found for public in (row.public, row.next_public)}
    since = {row.next_public: row.until for row in led}
    until = {row.public: row.until for row in led}
    return {signing.id_of(key): Trusted(key, since.get(key), until.get(key)) for key in known}


def _is_vouched_for(row: SigningKey, known: Collection[str]) -> bool:
    """Whether one of the two keys is trusted, and signed that the one followed the other."""
    if row.until is None:
        return False
    says = signing.succession(row.public, row.next_public, row.until)
    return (
        row.next_public in known and signing.is_signed(says, row.signed_by_next, row.next_public)
    ) or (row.public in known and signing.is_signed(says, row.signed_by_itself, row.public))
