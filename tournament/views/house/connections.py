"""Director: tokens for other software, and addresses that are told of what happens."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.refusal import Refused
from tournament import requests
from tournament.house.queries import integrations as queries
from tournament.house.services import integrations
from tournament.models import ApiToken, Delivery, Tournament, Webhook
from tournament.permissions import Permission, Role, may
from tournament.requests import Malformed
from tournament.setup.queries import tournaments


@require_safe
def page(request: requests.Request, code: str) -> HttpResponse:
    """Who holds a token, who is told what, and how the latest news were taken."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.APPOINT_STAFF, tournament.pk)
    return _page(request, tournament)


def _page(
    request: requests.Request, tournament: Tournament, status: int = 200, **more: object
) -> HttpResponse:
    context = {
        "tournament": tournaments.heading(tournament),
        "connections": queries.page(tournament),
        "may_connect": may(request.actor, Permission.APPOINT_STAFF, tournament.pk),
        **more,
    }
    return render(request, "console/connections.html", context, status=status)


@require_POST
@never_cache
def give_token(request: requests.Request, code: str) -> HttpResponse:
    """A new token: shown on the page that answers, and never again."""
    tournament = tournaments.find(code)
    try:
        made, words = integrations.give_token(
            tournament_id=tournament.pk,
            name=requests.text(request, "name"),
            role=_role(request),
            actor=request.actor,
            now=requests.now(),
        )
    except Refused as refusal:
        if requests.status_of(refusal) == 403:
            raise
        words_why = requests.refusal_words(refusal)
        return _page(request, tournament, requests.status_of(refusal), refusal=words_why)
    return _page(request, tournament, made=made, token=words)


def _role(request: requests.Request) -> Role:
    try:
        return Role(request.POST.get("role", ""))
    except ValueError:
        raise Malformed("Choose a role for the token.") from None


@require_POST
def revoke_token(request: requests.Request, code: str, token_id: int) -> HttpResponse:
    """The token is revoked."""
    tournament = tournaments.find(code)
    found = get_object_or_404(ApiToken, pk=token_id, tournament=tournament)
    integrations.revoke_token(token_id=found.pk, actor=request.actor, now=requests.now())
    messages.success(request, f"Token for {found.name} revoked.")
    return redirect("connections", code=tournament.code)


@require_POST
def add_webhook(request: requests.Request, code: str) -> HttpResponse:
    """An address to be told."""
    tournament = tournaments.find(code)
    try:
        integrations.add_webhook(
            tournament_id=tournament.pk,
            url=requests.text(request, "url"),
            topics=request.POST.getlist("topics"),
            actor=request.actor,
            now=requests.now(),
        )
    except Refused as refusal:
        if requests.status_of(refusal) == 403:
            raise
        words = requests.refusal_words(refusal)
        return _page(request, tournament, requests.status_of(refusal), refusal=words)
    messages.success(request, "Webhook added.")
    return redirect("connections", code=tournament.code)


@require_POST
def test_webhook(request: requests.Request, code: str, webhook_id: int) -> HttpResponse:
    """Something to see whether it arrives."""
    tournament = tournaments.find(code)
    found = get_object_or_404(Webhook, pk=webhook_id, tournament=tournament)
    integrations.test_webhook(webhook_id=found.pk, actor=request.actor, now=requests.now())
    messages.success(request, f"{found.url}: test sent.")
    return redirect("connections", code=tournament.code)


@require_POST
def redeliver(request: requests.Request, code: str, delivery_id: int) -> HttpResponse:
    """The same news once more."""
    tournament = tournaments.find(code)
    found = get_object_or_404(Delivery, pk=delivery_id, webhook__tournament=tournament)
    integrations.redeliver(delivery_id=found.pk, actor=request.actor, now=requests.now())
    messages.success(request, "Sent again.")
    return redirect("connections", code=tournament.code)


@require_POST
def stop_webhook(request: requests.Request, code: str, webhook_id: int) -> HttpResponse:
    """Nothing more for this address."""
    tournament = tournaments.find(code)
    found = get_object_or_404(Webhook, pk=webhook_id, tournament=tournament)
    integrations.stop_webhook(webhook_id=found.pk, actor=request.actor, now=requests.now())
    messages.success(request, f"{found.url}: webhook removed.")
    return redirect("connections", code=tournament.code)
