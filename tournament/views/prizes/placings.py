"""Director and floor: places that wait for cards or a ruling, and busts that count as one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from engine.cards import cards
from tournament import requests
from tournament.models import PlacingDecision, SimultaneousBusts, Tournament
from tournament.permissions import Permission, may, require
from tournament.prizes.queries import placings as placing_queries
from tournament.prizes.services import placings
from tournament.setup.queries import tournaments


@require_safe
def page(request: requests.Request, code: str) -> HttpResponse:
    """The places so far, and what is still open between them."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "placings": placing_queries.page(tournament),
        "may_rule": may(request.actor, Permission.RULE, tournament.pk),
    }
    return render(request, "console/placings.html", context)


@require_POST
def decide(request: requests.Request, code: str) -> HttpResponse:
    """The order of players who tied."""
    tournament = tournaments.find(code)
    if request.POST.get("draw") == "publish":
        return _publish(request, tournament, frozenset(_entries(request)))
    placings.decide(answer(request), **requests.by(request, tournament))
    messages.success(request, "Order decided; places updated.")
    return redirect("placings", code=tournament.code)


def answer(request: requests.Request) -> placings.Answer:
    """How the form decides between players who tied: by cards, or by a ruling."""
    entries = _entries(request)
    return placings.Answer(
        entries=frozenset(entries),
        order=_order(request, entries),
        reason=requests.text(request, "reason"),
        cards=_cards(request, entries),
        card=requests.text(request, "card"),
    )


def _publish(
    request: requests.Request, tournament: Tournament, entries: frozenset[int]
) -> HttpResponse:
    """The list the cards will be drawn for, before they are."""
    placings.publish(entries, tournament_id=tournament.pk, actor=request.actor, now=requests.now())
    messages.success(request, "Published: players can add a word from their phones until you draw.")
    return redirect("placings", code=tournament.code)


@require_POST
def withdraw(request: requests.Request, code: str, decision_id: int) -> HttpResponse:
    """A decision taken back."""
    tournament = tournaments.find(code)
    found = get_object_or_404(PlacingDecision, pk=decision_id, tournament=tournament)
    placings.withdraw(decision_id=found.pk, actor=request.actor, now=requests.now())
    messages.success(request, "Undone: the order is open again.")
    return redirect("placings", code=tournament.code)


@require_POST
def together(request: requests.Request, code: str) -> HttpResponse:
    """Those chosen went out together at separate tables."""
    tournament = tournaments.find(code)
    placings.mark_simultaneous(
        _entries(request),
        tournament_id=tournament.pk,
        reason=requests.text(request, "reason"),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, "Counted as out together; places updated.")
    return redirect("placings", code=tournament.code)


@require_POST
def apart(request: requests.Request, code: str, mark_id: int) -> HttpResponse:
    """They went out one after the other after all."""
    tournament = tournaments.find(code)
    found = get_object_or_404(SimultaneousBusts, pk=mark_id, tournament=tournament)
    placings.withdraw_simultaneous(mark_id=found.pk, actor=request.actor, now=requests.now())
    messages.success(request, "Undone: they count one after the other.")
    return redirect("placings", code=tournament.code)


def _entries(request: requests.Request) -> list[int]:
    words = request.POST.getlist("entries")
    if not all(word.isascii() and word.isdigit() and len(word) < 12 for word in words):
        raise requests.Malformed("The page sent an unknown command. Reload it.")
    return [int(word) for word in words]


def _order(request: requests.Request, entries: list[int]) -> tuple[int, ...]:
    """Entries by the number beside each; nothing where one is missing or used twice."""
    places = {entry: request.POST.get(f"place-{entry}", "").strip() for entry in entries}
    if len(set(places.values())) < len(entries) or not all(p.isdecimal() for p in places.values()):
        return ()
    return tuple(sorted(entries, key=lambda entry: int(places[entry])))


def _cards(request: requests.Request, entries: list[int]) -> dict[int, tuple[int, ...]]:
    """The cards as they fell; empty where they are drawn here."""
    if request.POST.get("draw"):
        return {}
    try:
        return {entry: cards.parse(request.POST.get(f"card-{entry}", "")) for entry in entries}
    except ValueError:
        raise requests.Malformed("Enter each card as rank and suit, such as Kd or Ts.") from None
