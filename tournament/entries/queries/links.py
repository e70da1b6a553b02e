"""Personal links: made from a secret of the house, found by their fingerprint."""

import base64
import hashlib

from django.utils.crypto import salted_hmac

from tournament.models import Entry, PersonalLink

SALT = "tournament.personal-link"
BYTES = 18


def token(entry_id: int, nonce: str) -> str:
    """The secret part of a link; it follows from what is stored and the house's own key."""
    digest = salted_hmac(SALT, f"{entry_id}:{nonce}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:BYTES]).decode()


def fingerprint(secret: str) -> str:
    """What is looked up, so that reading the database opens nobody's page."""
    return hashlib.sha256(secret.encode()).hexdigest()


def find(secret: str) -> PersonalLink | None:
    """The standing link behind a secret."""
    links = PersonalLink.objects.filter(revoked_at__isnull=True, fingerprint=fingerprint(secret))
    return links.select_related("entry__player", "entry__tournament__clock").first()


def by_entry(tournament_id: int) -> dict[int, PersonalLink]:
    """The standing links of a tournament."""
    links = PersonalLink.objects.filter(entry__tournament_id=tournament_id, revoked_at__isnull=True)
    return {link.entry_id: link for link in links}


def entries(tournament_id: int) -> list[Entry]:
    """Everybody who may have one."""
    found = Entry.objects.filter(tournament_id=tournament_id, withdrawn_at__isnull=True)
    return list(found.select_related("player"))
