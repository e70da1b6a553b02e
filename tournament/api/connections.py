"""Director: tokens for other software, and addresses that are told of what happens."""

from datetime import datetime
from typing import Annotated

from ninja import Schema
from pydantic import Field

from tournament.api.answers import Made
from tournament.api.fields import Name, Sent, Where
from tournament.api.lists import USUAL, Before
from tournament.api.operations import Here, Operations
from tournament.api.values import Limit, Page, part
from tournament.house.queries import integrations as queries
from tournament.house.services import integrations
from tournament.models import ApiToken, Delivery, Webhook
from tournament.permissions import Permission, Role

router = Operations(tags=["connections"])
Topic = Annotated[str, Field(json_schema_extra={"enum": list(queries.TOPICS)})]


class NewToken(Sent):
    """What a token is for, and in which role it speaks."""

    name: Name = Field(examples=["Results on our web site"])
    role: Role


class Given(Made):
    """The token itself is told this once."""

    token: str


class TokenState(Schema):
    """A token, and until when it opens anything."""

    id: int
    name: str
    role: Role
    is_revoked: bool
    expires_at: datetime


class WebhookState(Schema):
    """An address and the news it is told; why it is told nothing more, once it is stopped."""

    id: int
    url: str
    topics: list[Topic]
    is_stopped: bool
    stopped_because: str


class DeliveryState(Schema):
    """A piece of news for an address: how often it was tried, and what came of it."""

    id: int
    news: str = Field(description="The `id` of the news, the same at every try.")
    topic: str
    name: str
    words: str
    tries: int
    due_at: datetime | None = Field(description="When it is tried next; null: done with.")
    delivered_at: datetime | None
    last_answer: str


class DeliveryPage(Page):
    """News for an address, the newest first."""

    rows: list[DeliveryState]


class NewWebhook(Sent):
    """An address, and the news it wants: level, bust, rebuy, move, finish."""

    url: str = Field(max_length=500, examples=["https://poker.example/news"])
    topics: list[str] = Field(
        max_length=10,
        examples=[["level", "bust"]],
        json_schema_extra={"items": {"type": "string", "enum": list(queries.TOPICS)}},
    )


class Added(Made):
    """The secret that signs what is sent."""

    secret: str


@router.look("/tokens", "List API tokens", Permission.APPOINT_STAFF)
def tokens(here: Here) -> list[TokenState]:
    return [
        TokenState(
            id=one.pk,
            name=one.name,
            role=Role(one.role),
            is_revoked=one.revoked_at is not None,
            expires_at=one.expires_at,
        )
        for one in ApiToken.objects.filter(tournament=here.tournament)
    ]


@router.act("/tokens", "Create an API token", "token-give")
def give_token(here: Here, wish: NewToken) -> Given:
    made, words = integrations.give_token(name=wish.name, role=wish.role, **here.by)
    return Given(id=made.pk, token=words)


@router.act("/tokens/{token_id}/revoke", "Revoke an API token", "token-revoke")
def revoke_token(here: Here, token_id: Where) -> None:
    integrations.revoke_token(token_id=here.key(ApiToken, "token", token_id), **here.when)


@router.look("/webhooks", "List webhooks", Permission.APPOINT_STAFF)
def webhooks(here: Here) -> list[WebhookState]:
    return [
        WebhookState(
            id=one.pk,
            url=one.url,
            topics=one.topics,
            is_stopped=one.stopped_at is not None,
            stopped_because=one.stopped_because,
        )
        for one in Webhook.objects.filter(tournament=here.tournament)
    ]


@router.act("/webhooks", "Add a webhook", "webhook-add")
def add_webhook(here: Here, wish: NewWebhook) -> Added:
    made = integrations.add_webhook(url=wish.url.strip(), topics=wish.topics, **here.by)
    return Added(id=made.pk, secret=made.secret)


@router.look(
    "/webhooks/{webhook_id}/deliveries", "List deliveries of a webhook", Permission.APPOINT_STAFF
)
def deliveries(
    here: Here, webhook_id: Where, before: Before = None, limit: Limit = USUAL
) -> DeliveryPage:
    """The newest first; `before` is the `next` of the page before."""
    webhook = here.key(Webhook, "webhook", webhook_id)
    rows = Delivery.objects.filter(webhook=webhook).order_by("-sequence")
    if before is not None:
        rows = rows.filter(sequence__lt=before)
    found, goes_on = part(rows, limit)
    cursor = found[-1].sequence if goes_on else None
    return DeliveryPage(rows=[_delivery(one) for one in found], next=cursor)


def _delivery(row: Delivery) -> DeliveryState:
    return DeliveryState(
        id=row.pk,
        news=row.body["id"],
        topic=row.body["topic"],
        name=row.body["name"],
        words=row.body["words"],
        tries=row.tries,
        due_at=row.due_at,
        delivered_at=row.delivered_at,
        last_answer=row.last_answer,
    )


@router.act("/webhooks/{webhook_id}/test", "Send a test to a webhook", "webhook-test")
def test_webhook(here: Here, webhook_id: Where) -> Made:
    key = here.key(Webhook, "webhook", webhook_id)
    return Made(id=integrations.test_webhook(webhook_id=key, **here.when).pk)


@router.act("/deliveries/{delivery_id}/again", "Send news to a webhook again", "webhook-redeliver")
def redeliver(here: Here, delivery_id: Where) -> None:
    key = here.key(Delivery, "delivery", delivery_id, "webhook__tournament")
    integrations.redeliver(delivery_id=key, **here.when)


@router.act("/webhooks/{webhook_id}/stop", "Remove a webhook", "webhook-stop")
def stop_webhook(here: Here, webhook_id: Where) -> None:
    integrations.stop_webhook(webhook_id=here.key(Webhook, "address", webhook_id), **here.when)
