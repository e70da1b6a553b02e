"""Who holds a token, who is told what, and the news as they are told."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournament.models import ApiToken, Delivery, JournalEntry, Tournament, Webhook
from tournament.permissions import Actor, Role
from tournament.queries import journal

# A kind of news, its words, and how the journal's names for it begin.
TOPICS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "level": (
        "Levels and breaks",
        ("clock.level_", "clock.break_", "clock.last_level_", "clock.play_", "clock.rebuys_"),
    ),
    "bust": ("Players out", ("entry.bust", "bust.")),
    "move": ("Moves and broken tables", ("seat.", "table.")),
    "finish": ("Places and the end", ("tournament.finished", "tournament.cancelled", "places.")),
}
LATEST = 8


def digest_of(words: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(words.encode()).hexdigest()


def actor_of(words: str) -> Actor | None:
    """Who speaks with this token; None where it opens nothing."""
    token = ApiToken.objects.filter(digest=digest_of(words), revoked_at__isnull=True).first()
    if token is None:
        return None
    roles = frozenset({(token.tournament_id, Role(token.role))})
    return Actor(name=f"{token.name} (API)", roles=roles)


def topic_of(name: str) -> str:
    """Which news a line of the journal is; nothing for most of them."""
    for topic, (_, beginnings) in TOPICS.items():
        if name.startswith(beginnings):
            return topic
    return ""


def news(code: str, entry: JournalEntry, topic: str) -> dict[str, Any]:
    """A line of the journal as others are told it; its id is the same at every try."""
    return {
        "id": f"{code}-{entry.sequence}",
        "topic": topic,
        "tournament": code,
        "name": entry.name,
        "at": entry.at.isoformat(),
        "by": entry.by,
        "words": journal.row(entry)["sentence"],
        "data": entry.data,
    }


def due(now: datetime) -> list[Delivery]:
    """What is to be told now, each address's oldest news first and alone."""
    waiting = Delivery.objects.filter(webhook__stopped_at__isnull=True, due_at__isnull=False)
    first: dict[int, Delivery] = {}
    for delivery in waiting.select_related("webhook").order_by("sequence"):
        first.setdefault(delivery.webhook_id, delivery)
    return [delivery for delivery in first.values() if delivery.due_at and delivery.due_at <= now]


def page(tournament: Tournament) -> dict[str, Any]:
    """Tokens and addresses, and how the latest news were taken."""
    return {
        "tokens": list(ApiToken.objects.filter(tournament=tournament)),
        "webhooks": [
            {
                "row": webhook,
                "topics": [TOPICS[topic][0] for topic in webhook.topics],
                "latest": list(webhook.deliveries.order_by("-sequence")[:LATEST]),
            }
            for webhook in Webhook.objects.filter(tournament=tournament)
        ],
        "topics": [(key, words) for key, (words, _) in TOPICS.items()],
        "roles": [(role.value, role.words) for role in Role],
    }
