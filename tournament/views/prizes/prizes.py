"""Director: the prize list, deals and the confirmed places."""

import re
from fractions import Fraction
from itertools import zip_longest

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from engine.prizes.deals import Method
from engine.prizes.prizes import How, Row, Source, Thing
from engine.refusal import Refused
from tournament import requests
from tournament.models import Deal, Entry, Ineligibility, Tournament
from tournament.permissions import Permission, may, require
from tournament.prizes.queries import prize_page
from tournament.prizes.services import deals, prizes
from tournament.setup.queries import tournaments
from tournament.setup.services import dry_run

FIELDS = ("place", "share", "item", "kind", "price", "tax", "source")
MOST_ROWS = 60
PERCENT = re.compile(r"[0-9]{1,3}(\.[0-9]{1,2})?", re.ASCII)
ASKED = ("how", "unit", "guarantee", "reason", "addendum")


@require_safe
def page(request: requests.Request, code: str) -> HttpResponse:
    """What the places win, and what is still to do about it."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    return _page(request, tournament)


def _page(
    request: requests.Request, tournament: Tournament, written: prize_page.PrizeForm | None = None
) -> HttpResponse:
    context = {
        "tournament": tournaments.heading(tournament),
        "prizes": prize_page.page(tournament, now=requests.now(), written=written),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "may_handle": may(request.actor, Permission.HANDLE_MONEY, tournament.pk),
    }
    return render(request, "console/prizes.html", context, status=422 if written else 200)


@require_POST
def save(request: requests.Request, code: str) -> HttpResponse:
    """The list as the director writes it; a refused one comes back as it was written."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
    written = _written(request)
    try:
        wish = _wish(request, written)
        prizes.save(wish, tournament_id=tournament.pk, actor=request.actor, now=requests.now())
    except Refused as refusal:
        fields = {key: requests.text(request, key) for key in ASKED}
        shown = prize_page.written_form(written, fields, refusal=refusal)
        return _page(request, tournament, shown)
    return _back(request, tournament, "Prize list saved.")


@require_POST
def check(request: requests.Request, code: str) -> HttpResponse:
    """What the book has against the list typed so far, and what it would pay; nothing is kept."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)

    def act() -> list[str]:
        wish = _wish(request, _written(request))
        prizes.save(wish, tournament_id=tournament.pk, actor=request.actor, now=requests.now())
        return prize_page.would_pay(tournament)

    found = dry_run.of(act)
    context = {"doubts": found.doubts, "facts": found.facts}
    return render(request, "console/_checked.html", context)


def _written(request: requests.Request) -> list[dict[str, str]]:
    columns = [request.POST.getlist(field)[:MOST_ROWS] for field in FIELDS]
    lines = [
        dict(zip(FIELDS, values, strict=True)) for values in zip_longest(*columns, fillvalue="")
    ]
    return [line for line in lines if line["share"].strip() or line["item"].strip()]


def _wish(request: requests.Request, written: list[dict[str, str]]) -> prizes.ListWish:
    how = requests.choice(request, "how", How)
    return prizes.ListWish(
        how=how,
        rows=tuple(_row(line, how) for line in written),
        unit=max(1, requests.cents(request, "unit")),
        guarantee=requests.cents(request, "guarantee"),
        reason=requests.text(request, "reason"),
        addendum=requests.text(request, "addendum"),
    )


def _row(line: dict[str, str], how: How) -> Row:
    place = line["place"].strip()
    if not (place.isascii() and place.isdigit() and len(place) < 4):
        raise requests.Malformed("Give each row a place: 1, 2, 3 and so on.")
    try:
        source = Source(line["source"])
    except ValueError:
        raise requests.Malformed("Say who pays for each prize.") from None
    is_share = how is How.PERCENTAGES and source is Source.POOL and bool(line["share"].strip())
    return Row(
        place=int(place),
        percent=_percent(line["share"]) if is_share else None,
        amount=0 if is_share else requests.amount(line["share"], "amount"),
        item=line["item"].strip()[:120],
        price=requests.amount(line["price"], "price"),
        tax=requests.amount(line["tax"], "tax"),
        source=source,
        kind=_kind(line["kind"]) if line["item"].strip() else None,
    )


def _kind(chosen: str) -> Thing | None:
    try:
        return Thing(chosen) if chosen else None
    except ValueError:
        raise requests.Malformed("Choose the kind of each non-cash prize.") from None


def _percent(text: str) -> Fraction:
    words = text.strip().removesuffix("%").strip()
    if not PERCENT.fullmatch(words):
        raise requests.Malformed("A share is a percentage, such as 50 or 12.5.")
    return Fraction(words)


@require_POST
def act(request: requests.Request, code: str) -> HttpResponse:
    """Approve, publish or take back the list; confirm the places or take that back."""
    tournament = tournaments.find(code)
    by = requests.by(request, tournament)
    what, reason = request.POST.get("what", ""), requests.text(request, "reason")
    if what == "approve":
        prizes.approve(**by)
    elif what == "publish":
        prizes.publish(**by)
    elif what == "unpublish":
        prizes.unpublish(reason=reason, **by)
    elif what == "confirm":
        prizes.confirm(**by)
    elif what == "unconfirm":
        prizes.unconfirm(reason=reason, **by)
    else:
        raise requests.Malformed("The page sent an unknown command. Reload it.")
    return _back(request, tournament, DONE[what])


DONE = {
    "approve": "Approved. The list now changes only by an addendum.",
    "publish": "Published. Every screen shows the prizes.",
    "unpublish": "Unpublished. The list can be changed.",
    "confirm": "Places confirmed.",
    "unconfirm": "Confirmation undone. No prizes are awarded.",
}


@require_POST
def ineligible(request: requests.Request, code: str) -> HttpResponse:
    """A winner who may not win."""
    tournament = tournaments.find(code)
    entry = get_object_or_404(Entry, pk=requests.number(request, "entry"), tournament=tournament)
    finding = prizes.Finding(
        requests.text(request, "reason"), is_underage=bool(request.POST.get("underage"))
    )
    prizes.find_ineligible(
        finding,
        tournament_id=tournament.pk,
        entry_id=entry.pk,
        actor=request.actor,
        now=requests.now(),
    )
    return _back(request, tournament, "Saved; prizes updated.")


@require_POST
def eligible(request: requests.Request, code: str, ineligibility_id: int) -> HttpResponse:
    """May win after all."""
    tournament = tournaments.find(code)
    found = get_object_or_404(Ineligibility, pk=ineligibility_id, entry__tournament=tournament)
    prizes.find_eligible(ineligibility_id=found.pk, actor=request.actor, now=requests.now())
    return _back(request, tournament, "Saved; prizes updated.")


@require_POST
def propose(request: requests.Request, code: str) -> HttpResponse:
    """A deal put before the players left."""
    tournament = tournaments.find(code)
    wish = deals.Proposal(
        requests.choice(request, "divide", Method), requests.cents(request, "kept")
    )
    deals.propose(wish, tournament_id=tournament.pk, actor=request.actor, now=requests.now())
    return _back(request, tournament, "Deal proposed. Ask each player and enter the answer.")


@require_POST
def answer(request: requests.Request, code: str, deal_id: int) -> HttpResponse:
    """One player's yes or no, or the deal taken back."""
    tournament = tournaments.find(code)
    found = get_object_or_404(Deal, pk=deal_id, tournament=tournament)
    by = requests.when(request)
    if request.POST.get("answer") == "withdraw":
        deals.withdraw(reason=requests.text(request, "reason"), deal_id=found.pk, **by)
        return _back(request, tournament, "Deal cancelled.")
    voice = deals.Voice(requests.number(request, "entry"), request.POST.get("answer") == "yes")
    heard = deals.hear(voice, deal_id=found.pk, **by)
    words = "Deal agreed." if heard.agreed_at else "Saved."
    return _back(request, tournament, "No deal." if heard.withdrawn_at else words)


def _back(request: requests.Request, tournament: Tournament, sentence: str) -> HttpResponse:
    messages.success(request, sentence)
    return redirect("prizes", code=tournament.code)
