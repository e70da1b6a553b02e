"""Anybody: the front page, and a tournament's own page for phones."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tables import screens
from tables.console.queries import front as front_queries
from tables.results.queries import payouts, standings
from tables.seating.queries import seating
from tables.views.console.devices import qr
from tournament import requests
from tournament.clock.queries import prize_clock, structure
from tournament.permissions import Permission, may
from tournament.setup.queries import poster, tournaments


@require_safe
def front(request: requests.Request) -> HttpResponse:
    """Which screen is which, and a link to each."""
    context = {"cards": front_queries.cards(request.actor)}
    return render(request, "public/front.html", context)


@require_safe
def tournament_page(request: requests.Request, code: str) -> HttpResponse:
    """Everything the public may see, on a phone."""
    tournament = poster.find(code, request.actor)
    is_told = poster.is_published(tournament)
    now = requests.now()
    url = requests.address_for_others(request, reverse("public", kwargs={"code": tournament.code}))
    context = {
        "tournament": tournaments.heading(tournament),
        "clock": prize_clock.picture(tournament, now=now),
        "payouts": payouts.picture(tournament),
        "standings": standings.picture(tournament, now=now),
        "seating": seating.picture(tournament, now=now),
        "structure": structure.picture(tournament, now=now),
        "screens": front_queries.screen_links(tournament),
        "numbers": [table.number for table in seating.open_tables(tournament.pk)],
        "push_url": screens.CLOCK.push_url(tournament.code),
        "standings_push_url": screens.STANDINGS.push_url(tournament.code),
        "may_see_console": may(request.actor, Permission.SEE_CONSOLE, tournament.pk),
        "is_told": is_told,
        "publicity": poster.rows(tournament) if is_told else [],
        "qr": qr(url),
    }
    return render(request, "public/tournament.html", context)
