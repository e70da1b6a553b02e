"""Director: the options within the rulebook. Anybody: what was chosen."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from engine.refusal import Refused
from tournament import requests
from tournament.models import Tournament
from tournament.permissions import Permission, may, require
from tournament.setup.queries import house_rules as queries
from tournament.setup.queries import poster, tournaments
from tournament.setup.services import house_rules


@require_http_methods(["GET", "POST"])
def page(request: requests.Request, code: str) -> HttpResponse:
    """Each option with its words, its default and its clause; frozen once play has begun."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    refusal = None
    if request.method == "POST":
        require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
        try:
            _change(request, tournament)
        except Refused as found:
            refusal = found
        else:
            messages.success(request, "House rules saved.")
            return redirect("house-rules", code=tournament.code)
    context = {
        "tournament": tournaments.heading(tournament),
        "rules": queries.page(tournament),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "refusal": requests.refusal_words(refusal) if refusal else None,
    }
    status = requests.status_of(refusal) if refusal else 200
    return render(request, "console/house_rules.html", context, status=status)


def _change(request: requests.Request, tournament: Tournament) -> None:
    """The answers on the page, or those that a template has kept."""
    actor, now = request.actor, requests.now()
    if "template" in request.POST:
        template = requests.number(request, "template")
        house_rules.take(tournament_id=tournament.pk, template_id=template, actor=actor, now=now)
        return
    asked = [option.key for option in queries.options_of(tournament)]
    answers = {key: requests.number(request, key) for key in asked if key in request.POST}
    house_rules.choose(tournament_id=tournament.pk, answers=answers, actor=actor, now=now)


@require_safe
def public(request: requests.Request, code: str) -> HttpResponse:
    """The rules this tournament is played by, for everybody to read."""
    tournament = poster.find(code, request.actor)
    context = {"tournament": tournaments.heading(tournament), "rules": queries.page(tournament)}
    return render(request, "public/house_rules.html", context)
