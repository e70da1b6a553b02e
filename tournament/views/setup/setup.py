"""Director: what the tournament offers, checked against its book while it is typed."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from engine.amounts import in_a_field, typed_figure
from engine.chips import Chip
from engine.refusal import Refused
from engine.structure import offers
from engine.structure.offers import Offer
from engine.structure.windows import HousesMinutes
from tournament import requests
from tournament.models import Tournament
from tournament.permissions import Permission, may, require
from tournament.setup.queries import setup as queries
from tournament.setup.queries import tournaments
from tournament.setup.services import setup

MOST_CHIPS = 8
MOST_VALUE = 10**9


@require_http_methods(["GET", "POST"])
def page(request: requests.Request, code: str) -> HttpResponse:
    """Every part of the setup, or where it is decided; frozen at the first hand."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    offer = offers.of(tournament.structure, game=tournament.game)
    refusal = None
    if request.method == "POST":
        require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
        try:
            offer = _offer(request)
            setup.change(
                tournament_id=tournament.pk,
                name=requests.text(request, "name"),
                offer=offer,
                actor=request.actor,
                now=requests.now(),
                reason=requests.text(request, "reason"),
            )
        except Refused as found:
            if "X-Stay" in request.headers:
                raise  # said on the page as it is, with everything that was typed
            refusal = found
        else:
            messages.success(request, "Setup saved.")
            return redirect("setup", code=tournament.code)
    context = {**_context(request, tournament, offer), "refusal": refusal}
    if refusal is not None:
        context["refusal"] = requests.refusal_words(refusal)
    status = requests.status_of(refusal) if refusal else 200
    return render(request, "console/setup.html", context, status=status)


def _context(request: requests.Request, tournament: Tournament, offer: Offer) -> dict[str, Any]:
    chips = [(chip.denomination, chip.colour) for chip in offer.chips]
    return {
        "tournament": tournaments.heading(tournament),
        "setup": queries.page(tournament),
        "offer": offer,
        "price": in_a_field(offer.entry_price),
        "chips": [*chips, *[("", "white")] * (MOST_CHIPS - len(chips))],
        "doubts": queries.doubts(tournament, offer),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
    }


def _offer(request: requests.Request) -> Offer:
    chips = zip(request.POST.getlist("chip"), request.POST.getlist("colour"), strict=False)
    values = [(value.strip(), colour.strip()[:20]) for value, colour in chips if value.strip()]
    held = [(typed_figure(value), colour) for value, colour in values]
    known = [(value, colour) for value, colour in held if value is not None and value < MOST_VALUE]
    if len(known) < len(values):
        raise requests.Malformed("Enter each chip value as a whole number.")
    return Offer(
        game=requests.text(request, "game"),
        stack=requests.number(request, "stack"),
        seats=requests.number(request, "seats"),
        min_players=requests.number(request, "min_players"),
        max_players=requests.number(request, "max_players"),
        chips=tuple(sorted((Chip(v, c) for v, c in known), key=lambda c: c.denomination)),
        least_chips=requests.number(request, "least_chips"),
        entry_price=requests.cents(request, "entry_price"),
        sold=HousesMinutes(
            *(
                requests.optional_number(request, name)
                for name in ("rebuys", "add_ons", "add_ons_end")
            )
        ),
    )


@require_POST
def check(request: requests.Request, code: str) -> HttpResponse:
    """What speaks against what is typed so far; nothing is kept."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
    try:
        doubts = queries.doubts(tournament, _offer(request))
    except Refused as refusal:
        doubts = [offers.Doubt("", refusal.why, refusal.clause)]
    return render(request, "console/_checked.html", {"doubts": doubts})


@require_POST
def take_preset(request: requests.Request, code: str) -> HttpResponse:
    """Another rulebook or game: begin anew from its preset."""
    tournament = tournaments.find(code)
    setup.take_preset(
        tournament_id=tournament.pk,
        preset=requests.text(request, "preset"),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, "Setup replaced by the preset.")
    return redirect("setup", code=tournament.code)
