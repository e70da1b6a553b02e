"""Anybody: a tournament and its hands stepped through afterwards, and pages for a stream."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tables.play.queries import delayed, replay
from tables.results.queries import standings
from tables.seating.queries import tables as table_queries
from tournament import http
from tournament.queries import poster, prize_clock, tournaments


def _asked(request: http.Request, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


@require_safe
def hand(request: http.Request, code: str, number: int, hand: int) -> HttpResponse:
    """One hand on the table, step by step; its address can be shared."""
    tournament, now = poster.find(code, request.actor), http.now()
    record = replay.find(tournament, number, hand, now=now)
    here = reverse("hand-replay", kwargs={"code": code, "number": number, "hand": hand})
    context = {
        "tournament": tournaments.heading(tournament),
        "replay": replay.hand(record, _asked(request, "step"), now=now),
        "number": number,
        "hand_number": hand,
        "here": here,
        "address": http.address_for_others(request, here),
    }
    return render(request, "public/hand.html", context)


@require_safe
def evening(request: http.Request, code: str) -> HttpResponse:
    """The whole tournament: chips over time, busts, and who stood where."""
    tournament = poster.find(code, request.actor)
    context = {
        "tournament": tournaments.heading(tournament),
        "evening": replay.evening(tournament, at=_asked(request, "hand"), now=http.now()),
    }
    return render(request, "public/replay.html", context)


@xframe_options_exempt
@require_safe
def overlay(request: http.Request, code: str, view: str) -> HttpResponse:
    """Clock or leaderboard on nothing, to lie over a stream or in a frame of any web site."""
    tournament, now = poster.find(code, request.actor), http.now()
    context = {
        "tournament": tournaments.heading(tournament),
        "view": view,
        "clock": prize_clock.picture(tournament, now=now),
        "standings": standings.picture(tournament, now=now),
        "push_url": f"/ws/t/{tournament.code}/{'clock' if view == 'clock' else 'standings'}/",
    }
    return render(request, "screens/overlay.html", context)


@require_safe
def overlay_table(request: http.Request, code: str, number: int) -> HttpResponse:
    """One table on nothing, as late as it is set."""
    tournament = poster.find(code, request.actor)
    table = table_queries.find(tournament, number)
    now = http.now()
    context = {
        "tournament": tournaments.heading(tournament),
        "view": "table",
        "table": delayed.reading(table, now=now).screen(now),
        "push_url": f"/ws/t/{tournament.code}/tables/{number}/",
    }
    return render(request, "screens/overlay.html", context)
