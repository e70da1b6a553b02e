"""Console: what is to be expected of the rest of the evening."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tables.console.queries import forecast
from tournament import requests
from tournament.permissions import Permission, may, require
from tournament.setup.queries import tournaments
from tournament.setup.services import tournaments as tournament_services


@require_safe
def panel(request: requests.Request, code: str) -> HttpResponse:
    """The latest forecast; the console asks for it now and then."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    found = forecast.latest(tournament)
    context = {
        "tournament": tournaments.heading(tournament),
        "forecast": found,
        "most_players": 0 if found else forecast.most_players(tournament),
        "shows_end": tournament.shows_end,
        "may_clock": may(request.actor, Permission.RUN_CLOCK, tournament.pk),
    }
    return render(request, "console/_forecast.html", context)


@require_POST
def show(request: requests.Request, code: str) -> HttpResponse:
    """Whether the hall sees the expected end."""
    tournament = tournaments.find(code)
    tournament_services.show_end(
        tournament_id=tournament.pk,
        is_shown=bool(request.POST.get("show")),
        actor=request.actor,
        now=requests.now(),
    )
    return redirect("console", code=tournament.code)
