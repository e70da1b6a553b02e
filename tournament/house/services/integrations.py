"""Tokens for the API, and news for addresses that asked for them."""

import secrets
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.db import transaction

from engine.refusal import Malformed, Refused
from tournament.house.queries import integrations
from tournament.models import ApiToken, Delivery, JournalEntry, Tournament, Webhook
from tournament.permissions import Actor, Permission, Role, require
from tournament.records.services import journal
from tournament.records.signing import Head

MOST_TOKENS = MOST_WEBHOOKS = 20
MOST_TRIES = 12
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(hours=1)
GOOD_FOR = timedelta(days=90)
AT_ONCE = 200
INSIDE = (
    "That address is on a private network. Use a public address, or ask whoever runs the server "
    "to allow the network in WEBHOOK_NETWORKS."
)


@transaction.atomic
def give_token(
    *, tournament_id: int, name: str, role: Role, actor: Actor, now: datetime
) -> tuple[ApiToken, str]:
    """A new key; the words themselves are told once and never kept."""
    require(actor, Permission.APPOINT_STAFF, tournament_id)
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    name = " ".join(name.split())
    if not 1 <= len(name) <= 80:
        raise Refused("Say what the token is for, in at most 80 characters.")
    standing = ApiToken.objects.filter(tournament_id=tournament_id, revoked_at__isnull=True)
    standing = standing.filter(expires_at__gt=now)
    if standing.count() >= MOST_TOKENS:
        raise Refused(f"At most {MOST_TOKENS} tokens: revoke one that is not used.")
    words = f"su_{secrets.token_urlsafe(32)}"
    made = ApiToken.objects.create(
        tournament_id=tournament_id,
        name=name,
        role=role.value,
        digest=integrations.digest_of(words),
        created_at=now,
        created_by=actor.name,
        made_by_id=actor.user_id,
        expires_at=now + GOOD_FOR,
    )
    said = {"token": name, "role": role.words.lower()}
    journal.write(actor, "token.given", tournament_id=tournament_id, at=now, **said)
    return made, words


@transaction.atomic
def revoke_token(*, token_id: int, actor: Actor, now: datetime) -> None:
    """From now on the key opens nothing; once revoked it stays so."""
    token = ApiToken.objects.select_for_update().get(pk=token_id)
    require(actor, Permission.APPOINT_STAFF, token.tournament_id)
    _revoke(token, actor=actor, now=now)


def revoke_tokens_of(user_id: int, tournament_id: int, *, actor: Actor, now: datetime) -> None:
    """Whoever has no say at a tournament any more leaves no key of it behind."""
    for token in ApiToken.objects.filter(made_by=user_id, tournament=tournament_id):
        _revoke(token, actor=actor, now=now)


def _revoke(token: ApiToken, *, actor: Actor, now: datetime) -> None:
    if token.revoked_at is not None:
        return
    token.revoked_at = now
    token.save(update_fields=["revoked_at"])
    said = {"token": token.name}
    journal.write(actor, "token.revoked", tournament_id=token.tournament_id, at=now, **said)


@transaction.atomic
def add_webhook(
    *, tournament_id: int, url: str, topics: list[str], actor: Actor, now: datetime
) -> Webhook:
    """Tell this address of what happens from now on."""
    require(actor, Permission.APPOINT_STAFF, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    _check_address(url)
    known = ", ".join(integrations.TOPICS)
    if strange := sorted(set(topics) - set(integrations.TOPICS)):
        raise Malformed(f"Unknown events: {', '.join(strange)}. Known: {known}.")
    wanted = [topic for topic in integrations.TOPICS if topic in topics]
    if not wanted:
        raise Refused("Choose at least one kind of event.")
    standing = Webhook.objects.filter(tournament_id=tournament_id, stopped_at__isnull=True)
    if standing.count() >= MOST_WEBHOOKS:
        raise Refused(f"At most {MOST_WEBHOOKS} webhooks: remove one that is not used.")
    said = {"url": url, "topics": ", ".join(wanted)}
    entry = journal.write(actor, "webhook.added", tournament_id=tournament_id, at=now, **said)
    return Webhook.objects.create(
        tournament=tournament,
        url=url,
        secret=secrets.token_hex(32),
        topics=wanted,
        told_until=entry.sequence,
        created_at=now,
    )


def _check_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname)
        has_secrets = bool(parts.username or parts.password)
        (parts.hostname or "").encode("idna")
        parts.port  # noqa: B018 (raises where it is no number)
    except ValueError:
        is_address, has_secrets = False, False
    if not is_address or has_secrets or len(url) > 500 or not url.isprintable() or " " in url:
        raise Refused("Enter an address that starts with https:// or http://, without a password.")
    if not _may_be_told(parts.hostname or ""):
        raise Refused(INSIDE)


def _may_be_told(host: str) -> bool:
    """What the address itself tells; a name is judged by what it stands for, at each delivery."""
    if host == "localhost" or host.endswith(".localhost"):
        host = "127.0.0.1"
    try:
        return integrations.may_be_told(host)
    except ValueError:
        return True


@transaction.atomic
def stop_webhook(*, webhook_id: int, actor: Actor, now: datetime) -> None:
    """Tell it nothing more."""
    webhook = Webhook.objects.select_for_update().get(pk=webhook_id)
    require(actor, Permission.APPOINT_STAFF, webhook.tournament_id)
    if webhook.stopped_at is not None:
        return
    _stop(webhook, now=now, because=f"removed by {actor.name}")
    said = {"url": webhook.url}
    journal.write(actor, "webhook.stopped", tournament_id=webhook.tournament_id, at=now, **said)


@transaction.atomic
def test_webhook(*, webhook_id: int, actor: Actor, now: datetime) -> Delivery:
    """Tell an address something that means nothing, as it will be told what happens."""
    webhook = _listening(webhook_id, actor)
    entry = journal.write(
        actor, "webhook.tested", tournament_id=webhook.tournament_id, at=now, url=webhook.url
    )
    body = integrations.news(webhook.tournament.code, entry, integrations.TEST)
    return Delivery.objects.create(webhook=webhook, sequence=entry.sequence, body=body, due_at=now)


@transaction.atomic
def redeliver(*, delivery_id: int, actor: Actor, now: datetime) -> None:
    """Tell it once more: under the same id, so that a receiver that has it knows it again."""
    webhook_id = Delivery.objects.get(pk=delivery_id).webhook_id
    webhook = _listening(webhook_id, actor)
    delivery = webhook.deliveries.get(pk=delivery_id)
    if delivery.due_at is not None:
        raise Refused("It is still being sent: it needs no second time.")
    delivery.tries, delivery.due_at, delivery.delivered_at = 0, now, None
    delivery.save(update_fields=["tries", "due_at", "delivered_at"])
    said = {"news": delivery.body["id"], "url": webhook.url}
    journal.write(actor, "webhook.redelivered", tournament_id=webhook.tournament_id, at=now, **said)


def _listening(webhook_id: int, actor: Actor) -> Webhook:
    """An address that is still told, held; refused to who may not, and once it was removed."""
    found = Webhook.objects.select_for_update(of=("self",)).select_related("tournament")
    webhook = found.get(pk=webhook_id)
    require(actor, Permission.APPOINT_STAFF, webhook.tournament_id)
    if webhook.stopped_at is not None:
        raise Refused("This webhook was removed: add it again.")
    return webhook


def _stop(webhook: Webhook, *, now: datetime, because: str) -> None:
    webhook.stopped_at, webhook.stopped_because = now, because[:200]
    webhook.save(update_fields=["stopped_at", "stopped_because"])
    webhook.deliveries.filter(due_at__isnull=False).update(due_at=None)


def collect_news(*, now: datetime) -> None:
    """Put down for every address what the journal says since it was last told; once each."""
    for webhook_id in Webhook.objects.filter(stopped_at__isnull=True).values_list("pk", flat=True):
        with transaction.atomic():
            _collect(webhook_id, now)


def _collect(webhook_id: int, now: datetime) -> None:
    webhook = Webhook.objects.select_for_update().select_related("tournament").get(pk=webhook_id)
    new = JournalEntry.objects.filter(
        tournament_id=webhook.tournament_id, sequence__gt=webhook.told_until
    ).order_by("sequence")[:AT_ONCE]
    entries = list(new)
    if not entries or webhook.stopped_at is not None:
        return
    Delivery.objects.bulk_create(
        Delivery(
            webhook=webhook,
            sequence=entry.sequence,
            topic=topic,
            body=integrations.news(webhook.tournament.code, entry, topic),
            due_at=now,
        )
        for entry in entries
        if (topic := integrations.topic_of(entry)) in webhook.topics
    )
    webhook.told_until = entries[-1].sequence
    webhook.save(update_fields=["told_until"])


def tell_head(tournament_id: int, head: Head, *, now: datetime) -> None:
    """Put a signed head down for every address that is told of them; within its signature's own."""
    standing = Webhook.objects.filter(tournament_id=tournament_id, stopped_at__isnull=True)
    Delivery.objects.bulk_create(
        Delivery(
            webhook=webhook,
            sequence=head.lines,
            topic=integrations.HEADS,
            body=integrations.head_news(head),
            due_at=now,
        )
        for webhook in standing
        if integrations.HEADS in webhook.topics
    )


@transaction.atomic
def note_answer(*, delivery_id: int, is_taken: bool, answer: str, now: datetime) -> None:
    """It was taken, or is tried again after a pause that doubles, until it is given up."""
    delivery = Delivery.objects.select_for_update().select_related("webhook").get(pk=delivery_id)
    if delivery.due_at is None:
        return
    delivery.tries += 1
    delivery.last_answer = answer[:200]
    if is_taken:
        delivery.delivered_at, delivery.due_at = now, None
    elif delivery.tries >= MOST_TRIES:
        delivery.due_at = None
    else:
        delivery.due_at = now + pause_after(delivery.tries)
    delivery.save(update_fields=["tries", "last_answer", "delivered_at", "due_at"])
    if delivery.tries >= MOST_TRIES and not is_taken:
        _stop(delivery.webhook, now=now, because=f"it did not answer {MOST_TRIES} times: {answer}")


def pause_after(tries: int) -> timedelta:
    """Longer each time, an hour at most."""
    doublings: int = 2 ** (tries - 1)
    return min(LONGEST_PAUSE, FIRST_PAUSE * doublings)
