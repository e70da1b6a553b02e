"""Director: tokens for other software, and addresses that are told of what happens."""

from datetime import datetime
from typing import Annotated

from ninja import Schema
from pydantic import Field

from tournament.api.answers import Made
from tournament.api.fields import Name, Sent, Where
from tournament.api.operations import Here, Operations
from tournament.house.queries import integrations as queries
from tournament.house.services import integrations
from tournament.models import ApiToken, Webhook
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


@router.act("/webhooks/{webhook_id}/stop", "Remove a webhook", "webhook-stop")
def stop_webhook(here: Here, webhook_id: Where) -> None:
    integrations.stop_webhook(webhook_id=here.key(Webhook, "address", webhook_id), **here.when)
