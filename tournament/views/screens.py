"""Anybody: the clock, the structure and the payouts on a hall screen."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament import requests
from tournament.clock.queries import prize_clock, structure
from tournament.models import Tournament
from tournament.prizes.queries import clubs, giving
from tournament.setup.queries import conditions, poster, signs, tournaments


@require_safe
def clock(request: requests.Request, code: str) -> HttpResponse:
    """The clock, as large as the screen allows."""
    tournament = poster.find(code, request.actor)
    context = {
        "tournament": tournaments.heading(tournament),
        "clock": prize_clock.picture(tournament, now=requests.now()),
        "push_url": f"/ws/t/{tournament.code}/clock/",
    }
    return render(request, "screens/clock.html", context)


@require_safe
def structure_screen(request: requests.Request, code: str) -> HttpResponse:
    """Levels, breaks, stack and chips."""
    tournament = poster.find(code, request.actor)
    context = {
        "tournament": tournaments.heading(tournament),
        "structure": structure.picture(tournament, now=requests.now()),
        "push_url": f"/ws/t/{tournament.code}/structure/",
    }
    return render(request, "screens/structure.html", context)


@require_safe
def wall(request: requests.Request, code: str, view: str) -> HttpResponse:
    """What changes slowly: rules, conditions, clubs and medals, charities and donations."""
    tournament = poster.find(code, request.actor)
    context = {
        "tournament": tournaments.heading(tournament),
        "view": view,
        **_shown(tournament, view),
    }
    return render(request, "screens/wall.html", context)


def _shown(tournament: Tournament, view: str) -> dict[str, Any]:
    if view == "rules":
        return {
            "title": "Rules",
            "hands": signs.hands(tournament),
            "limits": signs.limits(tournament),
            "charges": signs.charges(tournament),
        }
    if view == "conditions":
        return {"title": "Conditions", "sheet": conditions.sheet(tournament)}
    if view == "clubs":
        return {"title": "Clubs and medals", "rows": clubs.rows(tournament)}
    return {"title": "Charities and donations", "rows": giving.rows(tournament)}
