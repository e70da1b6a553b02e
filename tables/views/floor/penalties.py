"""Director: which penalties this event uses, and those given so far."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tables.conduct.queries import penalties as queries
from tables.conduct.services import penalties
from tables.models import Penalty
from tournament import requests
from tournament.clock.queries.clock import milliseconds
from tournament.permissions import Permission, may, require
from tournament.setup.queries import tournaments


@require_http_methods(["GET", "POST"])
def page(request: requests.Request, code: str) -> HttpResponse:
    """The list, fixed before the first is given, and the record."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    if request.method == "POST":
        penalties.choose(
            tournament_id=tournament.pk,
            forms=request.POST.getlist("form"),
            actor=request.actor,
            now=requests.now(),
        )
        messages.success(request, "Penalties saved.")
        return redirect("penalties", code=tournament.code)
    context = {
        "tournament": tournaments.heading(tournament),
        "penalties": queries.choices(tournament),
        "given": queries.given(tournament),
        "server_ms": milliseconds(requests.now()),
        "may_penalise": may(request.actor, Permission.PENALISE, tournament.pk),
    }
    return render(request, "console/penalties.html", context)


@require_POST
def lift(request: requests.Request, code: str, penalty_id: int) -> HttpResponse:
    """A penalty given by mistake is taken off, with a reason."""
    tournament = tournaments.find(code)
    get_object_or_404(Penalty, pk=penalty_id, entry__tournament=tournament)
    lifted = penalties.lift(
        tournament_id=tournament.pk,
        penalty_id=penalty_id,
        reason=requests.text(request, "reason"),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, f"Penalty of {lifted.entry.name} lifted.")
    return redirect("penalties", code=tournament.code)
