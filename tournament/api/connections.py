"""Director: tokens for other software, and addresses that are told of what happens."""

from typing import Any

from ninja import Router, Schema
from pydantic import Field

from tournament import http
from tournament.api.basics import (
    AT,
    Done,
    Made,
    Name,
    Signed,
    Where,
    action,
    by,
    find,
    look,
    one_of,
    picture,
)
from tournament.models import ApiToken, Webhook
from tournament.permissions import Permission, Role
from tournament.services import integrations

router = Router(tags=["connections"])


class NewToken(Schema):
    """What a token is for, and in which role it speaks."""

    name: Name = Field(examples=["Results on our web site"])
    role: Role


class Given(Made):
    """The token itself is told this once."""

    token: str


class NewWebhook(Schema):
    """An address, and the news it wants: level, bust, move, finish."""

    url: str = Field(max_length=500, examples=["https://poker.example/news"])
    topics: list[str] = Field(max_length=10, examples=[["level", "bust"]])


class Added(Made):
    """The secret that signs what is sent."""

    secret: str


@picture(router, AT + "/tokens", "Who holds a token", list[dict[str, Any]])
def tokens(request: Signed, code: str) -> list[dict[str, Any]]:
    tournament = find(code)
    look(request, Permission.APPOINT_STAFF, tournament)
    return [
        {"id": one.pk, "name": one.name, "role": one.role, "is_revoked": bool(one.revoked_at)}
        for one in ApiToken.objects.filter(tournament=tournament)
    ]


@action(router, AT + "/tokens", "Give a token", "token-give", answers=Given)
def give_token(request: Signed, code: str, wish: NewToken) -> Given:
    made, words = integrations.give_token(name=wish.name, role=wish.role, **by(request, find(code)))
    return Given(id=made.pk, token=words)


@action(router, AT + "/tokens/{token_id}/revoke", "Revoke a token", "token-revoke")
def revoke_token(request: Signed, code: str, token_id: Where) -> Done:
    found = one_of(ApiToken.objects.filter(tournament=find(code)), "token", pk=token_id)
    integrations.revoke_token(token_id=found.pk, actor=request.auth, now=http.now())
    return Done()


@picture(router, AT + "/webhooks", "Who is told", list[dict[str, Any]])
def webhooks(request: Signed, code: str) -> list[dict[str, Any]]:
    tournament = find(code)
    look(request, Permission.APPOINT_STAFF, tournament)
    return [
        {"id": one.pk, "url": one.url, "topics": one.topics, "is_stopped": bool(one.stopped_at)}
        for one in Webhook.objects.filter(tournament=tournament)
    ]


@action(router, AT + "/webhooks", "Tell an address", "webhook-add", answers=Added)
def add_webhook(request: Signed, code: str, wish: NewWebhook) -> Added:
    made = integrations.add_webhook(
        url=wish.url.strip(), topics=wish.topics, **by(request, find(code))
    )
    return Added(id=made.pk, secret=made.secret)


@action(router, AT + "/webhooks/{webhook_id}/stop", "Tell it nothing more", "webhook-stop")
def stop_webhook(request: Signed, code: str, webhook_id: Where) -> Done:
    found = one_of(Webhook.objects.filter(tournament=find(code)), "address", pk=webhook_id)
    integrations.stop_webhook(webhook_id=found.pk, actor=request.auth, now=http.now())
    return Done()
