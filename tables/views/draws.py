"""Anybody: the seat draws and how to check them."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.seating.queries import draws
from tournament import requests
from tournament.setup.queries import poster, tournaments


@require_safe
def page(request: requests.Request, code: str) -> HttpResponse:
    """Every draw with its seed, and whether the seed leads to it again."""
    tournament = poster.find(code, request.actor)
    context = {
        "tournament": tournaments.heading(tournament),
        "seed": tournament.seed,
        "draws": draws.picture(tournament),
    }
    return render(request, "console/draws.html", context)
