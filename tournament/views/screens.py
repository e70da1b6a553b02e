"""Anybody: the clock, the structure and the payouts on a hall screen."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament import http
from tournament.queries import clock as clock_queries
from tournament.queries import structure, tournaments


@require_safe
def clock(request: http.Request, code: str) -> HttpResponse:
    """The clock, as large as the screen allows."""
    tournament = tournaments.find(code)
    context = {
        "tournament": tournaments.heading(tournament),
        "clock": clock_queries.picture(tournament, now=http.now()),
        "push_url": f"/ws/t/{tournament.code}/clock/",
    }
    return render(request, "screens/clock.html", context)


@require_safe
def structure_screen(request: http.Request, code: str) -> HttpResponse:
    """Levels, breaks, stack and chips."""
    tournament = tournaments.find(code)
    context = {
        "tournament": tournaments.heading(tournament),
        "structure": structure.picture(tournament, now=http.now()),
        "push_url": f"/ws/t/{tournament.code}/structure/",
        "clock": clock_queries.picture(tournament, now=http.now()),
    }
    return render(request, "screens/structure.html", context)
