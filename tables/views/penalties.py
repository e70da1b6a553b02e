"""Director: which penalties this event uses, and those given so far."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tables.queries import penalties as queries
from tables.services import penalties
from tournament import http
from tournament.permissions import Permission, may, require
from tournament.queries import tournaments


@require_http_methods(["GET", "POST"])
def page(request: http.Request, code: str) -> HttpResponse:
    """The list, fixed before the first is given, and the record."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    if request.method == "POST":
        penalties.choose(
            tournament_id=tournament.pk,
            forms=request.POST.getlist("form"),
            actor=request.actor,
            now=http.now(),
        )
        messages.success(request, "These penalties are used here.")
        return redirect("penalties", code=tournament.code)
    context = {
        "tournament": tournaments.heading(tournament),
        "penalties": queries.choices(tournament),
        "given": queries.given(tournament),
        "may_penalise": may(request.actor, Permission.PENALISE, tournament.pk),
    }
    return render(request, "console/penalties.html", context)
