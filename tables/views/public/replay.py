"""Anybody: a tournament and its hands stepped through afterwards."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tables.play.queries import replay
from tournament import requests
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
