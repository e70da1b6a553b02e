"""Desk: find a player, sell what is on sale, give what is given."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from tables.models import ChipRequest
from tables.queries import purchases as purchase_queries
from tables.services import purchases
from tournament import http
from tournament.models import Tournament
from tournament.permissions import Permission, may, require
from tournament.queries import tournaments


@require_safe
def desk(request: http.Request, code: str) -> HttpResponse:
    """Who may buy what now."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SELL_CHIPS, tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "desk": purchase_queries.desk(tournament, now=http.now()),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
    }
    return render(request, "console/desk.html", context)


@require_POST
def sell(request: http.Request, code: str) -> HttpResponse:
    """One purchase."""
    tournament = tournaments.find(code)
    entry = purchases.sell(
        tournament_id=tournament.pk,
        entry_id=http.number(request, "entry"),
        kind=http.text(request, "kind"),
        actor=request.actor,
        now=http.now(),
        command_id=http.command_id(request),
    )
    return _back(request, tournament, f"Sold to {entry.name}.")


@require_POST
def give(request: http.Request, code: str) -> HttpResponse:
    """Free chips for everybody still in."""
    tournament = tournaments.find(code)
    count = purchases.give(
        tournament_id=tournament.pk,
        amount=http.number(request, "amount"),
        only_table=http.optional_number(request, "table"),
        actor=request.actor,
        now=http.now(),
        command_id=http.command_id(request),
    )
    return _back(request, tournament, f"{count} players have been given chips.")


@require_POST
def drop_request(request: http.Request, code: str, request_id: int) -> HttpResponse:
    """A table's wish for a rebuy is not carried out."""
    tournament = tournaments.find(code)
    asked = get_object_or_404(ChipRequest, pk=request_id, table__tournament=tournament)
    purchases.drop_request(request_id=asked.pk, actor=request.actor, now=http.now())
    return _back(request, tournament, "Noted.")


def _back(request: http.Request, tournament: Tournament, sentence: str) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204)
    messages.success(request, sentence)
    return redirect("desk", code=tournament.code)
