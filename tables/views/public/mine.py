"""Players' own pages by personal links; who has one; and the page of a player for anybody."""

from enum import StrEnum

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tables.chips.queries import chip_graph
from tables.console.queries import mine, players
from tables.seating.services import seen as seen_service
from tournament import requests
from tournament.clock.queries import prize_clock
from tournament.entries.queries import links as link_queries
from tournament.entries.services import links
from tournament.models import Deal, Entry, PersonalLink, Tournament
from tournament.permissions import Permission, require
from tournament.prizes.services import deals
from tournament.setup.queries import poster, tournaments


class Answer(StrEnum):
    """What can be said to a deal."""

    YES = "yes"
    NO = "no"


def _link(token: str) -> PersonalLink:
    link = link_queries.find(token)
    if link is None:
        raise Http404("This link no longer works. Ask the desk for a new one.")
    return link


@require_safe
@never_cache
def page(request: requests.Request, token: str) -> HttpResponse:
    """My table and seat, my stack, my move, my penalty, my rebuys, my prize."""
    link = _link(token)
    tournament, now = link.entry.tournament, requests.now()
    context = {
        "tournament": tournaments.heading(tournament),
        "clock": prize_clock.picture(tournament, now=now),
        "mine": mine.picture(link, now=now),
        "token": token,
        "graph": chip_graph.drawn(chip_graph.lines([link.entry], now=now, is_late=False)),
        "push_urls": [f"/ws/me/{token}/{part}" for part in ("", "clock/", "word/")],
    }
    response = render(request, "public/mine.html", context)
    response.headers["Referrer-Policy"] = "same-origin"
    return response


@require_POST
def seen(request: requests.Request, token: str) -> HttpResponse:
    """I have seen the move."""
    link = _link(token)
    seen_service.seen(link=link, seating_id=requests.number(request, "move"), now=requests.now())
    return redirect("mine", token=token)


@require_POST
def answer_deal(request: requests.Request, token: str) -> HttpResponse:
    """I say yes or no to the deal."""
    link = _link(token)
    of_mine = Deal.objects.filter(tournament_id=link.entry.tournament_id)
    deal = get_object_or_404(of_mine, pk=requests.number(request, "deal"))
    answer = requests.choice(request, "answer", Answer)
    says_yes = answer == Answer.YES
    deals.hear_link(link, deal_id=deal.pk, says_yes=says_yes, now=requests.now())
    return redirect("mine", token=token)


@require_safe
def links_page(request: requests.Request, code: str) -> HttpResponse:
    """Who has a link; the links themselves are shown when they are made, and never again."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.REGISTER_PLAYERS, tournament.pk)
    return _links(request, tournament)


def _links(request: requests.Request, tournament: Tournament, *made: PersonalLink) -> HttpResponse:
    standing = link_queries.by_entry(tournament.pk)
    entries = link_queries.entries(tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "rows": [{"entry": entry, "link": standing.get(entry.pk)} for entry in entries],
        "without": sum(entry.pk not in standing for entry in entries),
        "made": [{"entry": link.entry, "url": _url(request, link)} for link in made],
    }
    response = render(request, "console/links.html", context)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _url(request: requests.Request, link: PersonalLink) -> str:
    token = link_queries.token(link.entry_id, link.nonce)
    return requests.address_for_others(request, reverse("mine", kwargs={"token": token}))


@require_POST
def give_links(request: requests.Request, code: str) -> HttpResponse:
    """A link for everybody who has none, shown with its QR code to be handed out or printed."""
    tournament = tournaments.find(code)
    made = links.give(tournament_id=tournament.pk, actor=request.actor, now=requests.now())
    return _links(request, tournament, *made)


@require_POST
def change_link(request: requests.Request, code: str, number: int) -> HttpResponse:
    """Another link for one entrant, shown once, or none."""
    entry = _entry(code, number)
    by = requests.when(request)
    if "revoke" not in request.POST:
        return _links(request, entry.tournament, links.renew(entry=entry, **by))
    links.revoke(entry=entry, **by)
    messages.success(request, f"The link of {entry.name} is removed.")
    return redirect("links", code=entry.tournament.code)


def _entry(code: str, number: int) -> Entry:
    tournament = tournaments.find(code)
    entered = Entry.objects.filter(withdrawn_at=None).select_related("player", "tournament")
    return get_object_or_404(entered, tournament=tournament, number=number)


@require_safe
def player(request: requests.Request, code: str, number: int) -> HttpResponse:
    """One player: this tournament, the chips over time, the hands, and results before."""
    poster.find(code, request.actor)
    entry = _entry(code, number)
    now = requests.now()
    context = {
        "tournament": tournaments.heading(entry.tournament),
        "player": players.picture(entry, now=now),
        "graph": chip_graph.drawn(chip_graph.lines([entry], now=now)),
    }
    return render(request, "public/player.html", context)


@require_safe
def players_page(request: requests.Request, code: str) -> HttpResponse:
    """Everybody who entered."""
    tournament = poster.find(code, request.actor)
    context = {
        "tournament": tournaments.heading(tournament),
        "players": players.listed(tournament, now=requests.now()),
    }
    return render(request, "public/players.html", context)
