"""Anybody: every draw of chance, and how to check it. A player: a word for one that is to come."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament import requests
from tournament.draws.queries import draws
from tournament.draws.services import witnesses
from tournament.entries.queries import links
from tournament.models import PersonalLink, PublicDraw
from tournament.setup.queries import poster, tournaments


@require_safe
def page(request: requests.Request, code: str, number: int | None = None) -> HttpResponse:
    """Every draw with its list and its secret: the visitor's browser works it out again."""
    tournament = poster.find(code, request.actor)
    context = {
        "tournament": tournaments.heading(tournament),
        "draws": draws.picture(tournament, decks_of=number),
    }
    return render(request, "public/draws.html", context)


@require_POST
def cancel(request: requests.Request, code: str, draw_id: int) -> HttpResponse:
    """A published draw will not be made."""
    tournament = tournaments.find(code)
    witnesses.cancel(
        tournament_id=tournament.pk,
        draw_id=draw_id,
        because=requests.text(request, "reason"),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, "The draw is cancelled; its reason is on the draws page.")
    return redirect("draws", code=tournament.code)


def _link(token: str) -> PersonalLink:
    link = links.find(token)
    if link is None:
        raise Http404("This link is revoked. Ask at the desk for a new one.")
    return link


@require_safe
@never_cache
def mine(request: requests.Request, token: str, draw_id: int) -> HttpResponse:
    """One published draw, and the player's word for it."""
    link = _link(token)
    found = PublicDraw.objects.exclude(kind="").filter(tournament=link.entry.tournament_id)
    draw = get_object_or_404(found, pk=draw_id)
    context = {
        "tournament": tournaments.heading(link.entry.tournament),
        "draw": draws.shown(draw),
        "draw_id": draw_id,
        "word": draws.word_of(draw, link.entry),
        "most": witnesses.MOST_LETTERS,
        "token": token,
    }
    response = render(request, "public/mine_draw.html", context)
    response.headers["Referrer-Policy"] = "same-origin"
    return response


@require_POST
def add_word(request: requests.Request, token: str, draw_id: int) -> HttpResponse:
    """My word."""
    link = _link(token)
    word = requests.text(request, "word")
    witnesses.add_word(link, draw_id=draw_id, word=word, now=requests.now())
    messages.success(request, "Your word is in the draw.")
    return redirect("mine-draw", token=token, draw_id=draw_id)
