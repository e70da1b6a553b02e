"""Who holds a token, who is told what, and the news as they are told."""

import hashlib
import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from tournament.models import ApiToken, Delivery, JournalEntry, Tournament, Webhook
from tournament.permissions import Actor, Role
from tournament.records.queries import journal
from tournament.records.signing import Head

HEADS = "heads"
# A kind of news, its words, and the lines of the journal that tell it.
TOPICS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "level": (
        "Levels and breaks",
        (
            "clock.level_started",
            "clock.break_started",
            "clock.last_level_stayed",
            "clock.play_stopped",
            "clock.play_resumed",
            "clock.play_finished",
            "clock.window_opened",
            "clock.window_closed",
            "clock.undo",
        ),
    ),
    "bust": (
        "Players out",
        (
            "entry.bust",
            "entry.eliminated",
            "entry.raced_out",
            "entry.counted_out",
            "entry.forfeited",
            "entry.withdrew",
            "entry.declined_rebuy",
            "entry.decline_undone",
            "entry.no_show",
            "bust.undone",
            "bust.taken_back",
        ),
    ),
    "rebuy": (
        "Rebuys and other chips sold",
        ("entry.bought", "sale.taken_back"),
    ),
    "move": (
        "Moves and broken tables",
        (
            "seat.given",
            "seat.moved",
            "seat.turned_back",
            "seats.put_right",
            "table.opened",
            "table.broken",
            "table.reopened",
            "table.final",
        ),
    ),
    "finish": (
        "Places and the end",
        (
            "tournament.finished",
            "tournament.reopened",
            "tournament.cancelled",
            "tournament.called_off",
            "placing.decided",
            "placing.withdrawn",
            "placing.confirmed",
            "placing.unconfirmed",
            "placing.ineligible",
            "placing.eligible",
        ),
    ),
    HEADS: ("Signed heads of the records, for an inspector", ()),
}
TOPIC_OF = {name: topic for topic, (_, names) in TOPICS.items() for name in names}
TEST = "test"  # what is sent only to see whether it arrives
LATEST = 8
# What was typed about somebody stays in the house, and so does whatever says why a player may
# not win; why a tournament was called off is everybody's.
_KEPT_BACK = {"reason", "crown", "carried_by"}
_FOR_ALL = {"tournament.called_off"}
_PLAINER = {
    "bust.taken_back": "undid the bust of {player}; {chips} chips, {place}",
    "placing.ineligible": "found {player} ineligible",
    "placing.unconfirmed": "undid the confirmation of the places",
    "sale.taken_back": "undid the sale of {amount} chips to {player}",
    "seat.moved": "{player} moves from {origin} to {place}",
}


def digest_of(words: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(words.encode()).hexdigest()


def token_of(words: str, *, now: datetime) -> ApiToken | None:
    """The token that was sent; None where it opens nothing."""
    standing = ApiToken.objects.filter(revoked_at__isnull=True, expires_at__gt=now)
    return standing.filter(digest=digest_of(words)).first()


def actor_of(token: ApiToken) -> Actor:
    """Who speaks with this token."""
    roles = frozenset({(token.tournament_id, Role(token.role))})
    return Actor(name=f"{token.name} (API)", roles=roles)


def topic_of(entry: JournalEntry) -> str:
    """Which news a line of the journal is; nothing for most of them.

    Who may still rebuy (`entry.lost_all`) is not out: the rebuy is told, or that there was none.
    """
    return TOPIC_OF.get(entry.name, "")


def news(code: str, entry: JournalEntry, topic: str) -> dict[str, Any]:
    """A line of the journal as others are told it; its id is the same at every try."""
    return {
        "id": f"{code}-{entry.sequence}",
        "topic": topic,
        "tournament": code,
        "name": entry.name,
        "at": entry.at.isoformat(),
        "by": entry.by,
        "words": _words(entry),
        "data": _data(entry),
    }


def head_news(head: Head) -> dict[str, Any]:
    """A signed head as an inspector is told it; with it the records can be held to account."""
    return {
        "id": f"{head.code}-head-{head.number}",
        "topic": HEADS,
        "tournament": head.code,
        "name": "records.signed",
        "at": head.at.isoformat(),
        "by": "",
        "words": f"signed head {head.number}, after {head.lines} lines of the journal",
        "data": {"head": head.word, "number": head.number, "lines": head.lines, "key": head.key},
    }


def _data(entry: JournalEntry) -> dict[str, Any]:
    kept_back = set() if entry.name in _FOR_ALL else _KEPT_BACK
    return {key: value for key, value in entry.data.items() if key not in kept_back}


def _words(entry: JournalEntry) -> str:
    if entry.name in _PLAINER:
        return _PLAINER[entry.name].format(**entry.data)
    return journal.row(entry).sentence


def due(now: datetime) -> list[Delivery]:
    """What is to be told now, each address's oldest news first and alone."""
    waiting = Delivery.objects.filter(webhook__stopped_at__isnull=True, due_at__isnull=False)
    first: dict[int, Delivery] = {}
    for delivery in waiting.select_related("webhook").order_by("sequence", "pk"):
        first.setdefault(delivery.webhook_id, delivery)
    return [delivery for delivery in first.values() if delivery.due_at and delivery.due_at <= now]


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookRow:
    """An address, its latest news, which of them it does not take, and how many wait behind."""

    row: Webhook
    topics: list[str]
    latest: list[Delivery]
    stuck: Delivery | None
    behind: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionsPage:
    """Tokens and addresses, and how the latest news were taken."""

    tokens: list[ApiToken]
    webhooks: list[WebhookRow]
    topics: list[tuple[str, str]]
    roles: list[tuple[str, str]]


def page(tournament: Tournament) -> ConnectionsPage:
    """Tokens and addresses, and how the latest news were taken."""
    return ConnectionsPage(
        tokens=list(ApiToken.objects.filter(tournament=tournament)),
        webhooks=[_row(webhook) for webhook in Webhook.objects.filter(tournament=tournament)],
        topics=[(key, words) for key, (words, _) in TOPICS.items()],
        roles=[(role.value, role.words) for role in Role],
    )


def _row(webhook: Webhook) -> WebhookRow:
    waiting = webhook.deliveries.filter(due_at__isnull=False).order_by("sequence")
    return WebhookRow(
        row=webhook,
        topics=[TOPICS[topic][0] for topic in webhook.topics],
        latest=list(webhook.deliveries.order_by("-sequence")[:LATEST]),
        stuck=waiting.filter(tries__gt=0).first(),
        behind=waiting.filter(tries=0).count(),
    )


def may_be_told(host: str) -> bool:
    """Whether news may go to this address: on the internet, or in a network the house allows.

    Whoever adds a webhook chooses the address and reads the answer's status: without this it
    would be a way to ask machines inside the house, and this one, on the server's behalf.
    """
    address = ipaddress.ip_address(host.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address.sixtofour or address
    allowed = any(address in ipaddress.ip_network(each) for each in settings.WEBHOOK_NETWORKS)
    return allowed or (address.is_global and not address.is_multicast)
