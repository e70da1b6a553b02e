"""Anybody: the hall screens declared in `tables/screens.py`, and the same over a stream."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.urls.resolvers import URLPattern
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tables import screens
from tables.play.queries import delayed
from tables.screens import Screen
from tables.seating.queries import tables as table_queries
from tournament import requests
from tournament.models import Tournament
from tournament.setup.queries import tournaments


@require_safe
def page(
    request: requests.Request, code: str, name: str, number: int | None = None
) -> HttpResponse:
    """One view of the tournament or of a table, as large as the screen allows."""
    screen = _screen(name)
    return render(request, screen.page, _context(request, screen, code, number))


@require_safe
def overlay(
    request: requests.Request, code: str, name: str, number: int | None = None
) -> HttpResponse:
    """The same on nothing, to lie over a stream."""
    context = _context(request, _screen(name), code, number)
    return render(request, "screens/overlay.html", context)


# The whole tournament's may also stand in a frame of any web site.
framed = xframe_options_exempt(overlay)


def _screen(name: str) -> Screen:
    found = screens.named(name)
    if found is None:
        raise Http404("No such screen.")
    return found


def _context(
    request: requests.Request, screen: Screen, code: str, number: int | None
) -> dict[str, Any]:
    tournament = tournaments.find(code)
    screen.admit(tournament, request.actor)
    if screen.panel is None or number is not None:
        return {"screen": screen, **_of_table(tournament, number or 0)}
    return {
        "screen": screen,
        "push_url": screen.panel.push_url(tournament.code),
        **screen.panel.context(tournament, now=requests.now()),
    }


def _of_table(tournament: Tournament, number: int) -> dict[str, Any]:
    """One table, live, as the public may see it."""
    table, now = table_queries.find(tournament, number), requests.now()
    return {
        "tournament": tournaments.heading(tournament),
        "table": delayed.reading(table, now=now).screen(now),
        "push_url": f"/ws/t/{tournament.code}/tables/{number}/",
    }


def urls() -> list[URLPattern]:
    """The address of every screen, and of those that go over a stream."""
    found = [_url(page, screen, "", screen.url_name) for screen in screens.SCREENS]
    for screen in screens.SCREENS:
        if screen.panel is None or screen.frame_height:
            view = framed if screen.frame_height else overlay
            found.append(_url(view, screen, "overlay/", f"overlay-{screen.name}"))
    return found


def _url(view: Any, screen: Screen, below: str, name: str) -> URLPattern:
    found: URLPattern = path(
        f"t/<slug:code>/{below}{screen.route}", view, {"name": screen.name}, name=name
    )
    return found
