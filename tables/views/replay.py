"""Anybody: a tournament and its hands stepped through afterwards, and pages for a stream."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tables.play.queries import delayed, replay
from tables.results.queries import standings
from tables.seating.queries import tables as table_queries
from tournament import requests
from tournament.clock.queries import prize_clock
from tournament.setup.queries import poster, tournaments


def _asked(request: requests.Request, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


@require_safe
def hand(request: requests.Request, code: str, number: int, hand: int) -> HttpResponse:
    """One hand on the table, step by step; its address can be shared."""
    tournament, now = poster.find(code, request.actor), requests.now()
    record = replay.find(tournament, number, hand, now=now)
    here = reverse("hand-replay", kwargs={"code": code, "number": number, "hand": hand})
    context = {
        "tournament": tournaments.heading(tournament),
        "replay": replay.hand(record, _asked(request, "step"), now=now),
        "number": number,
        "hand_number": hand,
        "here": here,
        "address": requests.address_for_others(request, here),
    }
    return render(request, "public/hand.html", context)


@require_safe
def evening(request: requests.Request, code: str) -> HttpResponse:
    """The whole tournament: chips over time, busts, and who stood where."""
    tournament = poster.find(code, request.actor)
    context = {
        "tournament": tournaments.heading(tournament),
        "evening": replay.evening(tournament, at=_asked(request, "hand"), now=requests.now()),
    }
    return render(request, "public/replay.html", context)


@xframe_options_exempt
@require_safe
def overlay(request: requests.Request, code: str, view: str) -> HttpResponse:
    """Clock or leaderboard on nothing, to lie over a stream or in a frame of any web site."""
    tournament, now = poster.find(code, request.actor), requests.now()
    context = {
        "tournament": tournaments.heading(tournament),
        "view": view,
        "clock": prize_clock.picture(tournament, now=now),
        "standings": standings.picture(tournament, now=now),
        "push_url": f"/ws/t/{tournament.code}/{'clock' if view == 'clock' else 'standings'}/",
    }
    return render(request, "screens/overlay.html", context)


@require_safe
def overlay_table(request: requests.Request, code: str, number: int) -> HttpResponse:
    """One table on nothing, as late as it is set."""
    tournament = poster.find(code, request.actor)
    table = table_queries.find(tournament, number)
    now = requests.now()
    context = {
        "tournament": tournaments.heading(tournament),
        "view": "table",
        "table": delayed.reading(table, now=now).screen(now),
        "push_url": f"/ws/t/{tournament.code}/tables/{number}/",
    }
    return render(request, "screens/overlay.html", context)
