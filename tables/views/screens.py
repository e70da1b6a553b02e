"""Anybody: leaderboard, seating and one table on a hall screen."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.play.queries import delayed
from tables.results.queries import payouts, standings
from tables.seating.queries import seating
from tables.seating.queries import tables as table_queries
from tournament import requests
from tournament.setup.queries import poster, tournaments


@require_safe
def leaderboard(request: requests.Request, code: str) -> HttpResponse:
    """Every player left, and who finished where."""
    tournament = poster.find(code, request.actor)
    context = {
        "tournament": tournaments.heading(tournament),
        "standings": standings.picture(tournament, now=requests.now()),
        "push_url": f"/ws/t/{tournament.code}/standings/",
    }
    return render(request, "screens/leaderboard.html", context)


@require_safe
def seating_screen(request: requests.Request, code: str) -> HttpResponse:
    """Find your seat; see who moves."""
    tournament = poster.find(code, request.actor)
    context = {
        "tournament": tournaments.heading(tournament),
        "seating": seating.picture(tournament, now=requests.now()),
        "push_url": f"/ws/t/{tournament.code}/seating/",
    }
    return render(request, "screens/seating.html", context)


@require_safe
def table(request: requests.Request, code: str, number: int) -> HttpResponse:
    """One table, live, as the public may see it."""
    tournament = poster.find(code, request.actor)
    found = table_queries.find(tournament, number)
    now = requests.now()
    context = {
        "tournament": tournaments.heading(tournament),
        "table": delayed.reading(found, now=now).screen(now),
        "push_url": f"/ws/t/{tournament.code}/tables/{found.number}/",
    }
    return render(request, "screens/table.html", context)


@require_safe
def payouts_screen(request: requests.Request, code: str) -> HttpResponse:
    """What each place wins, and who won it."""
    tournament = poster.find(code, request.actor)
    context = {
        "tournament": tournaments.heading(tournament),
        "payouts": payouts.picture(tournament),
    }
    return render(request, "screens/payouts.html", context)
