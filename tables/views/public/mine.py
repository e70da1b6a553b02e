"""An entrant, by a link of his own: my page. Desk: who has a link. Anybody: a player's page."""

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
from tournament.models import Deal, Entry, PersonalLink
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
    """Every entrant's link and QR, to show or to print."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.REGISTER_PLAYERS, tournament.pk)
    standing = link_queries.by_entry(tournament.pk)
    rows = [_row(request, entry, standing) for entry in link_queries.entries(tournament.pk)]
    context = {
        "tournament": tournaments.heading(tournament),
        "rows": rows,
        "without": sum(not row["url"] for row in rows),
    }
    return render(request, "console/links.html", context)


def _row(
    request: requests.Request, entry: Entry, standing: dict[int, PersonalLink]
) -> dict[str, object]:
    link = standing.get(entry.pk)
    if link is None:
        return {"number": entry.number, "name": entry.name, "url": ""}
    token = link_queries.token(entry.pk, link.nonce)
    url = requests.address_for_others(request, reverse("mine", kwargs={"token": token}))
    return {"number": entry.number, "name": entry.name, "url": url}


@require_POST
def give_links(request: requests.Request, code: str) -> HttpResponse:
    """A link for everybody who has none."""
    tournament = tournaments.find(code)
    count = links.give(tournament_id=tournament.pk, actor=request.actor, now=requests.now())
    messages.success(request, f"{count} links created.")
    return redirect("links", code=tournament.code)


@require_POST
def change_link(request: requests.Request, code: str, number: int) -> HttpResponse:
    """Another link for one entrant, or none."""
    entry = _entry(code, number)
    change = links.revoke if "revoke" in request.POST else links.renew
    change(entry=entry, actor=request.actor, now=requests.now())
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
