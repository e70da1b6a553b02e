"""Director: the licence, its changes and what hangs on the wall."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from engine.office import licensing
from engine.office.licensing import Terms
from engine.office.money import Sold, price
from engine.refusal import Refused
from tournament import requests
from tournament.models import Addendum, Licence, Tournament
from tournament.office.queries import licence as queries
from tournament.office.services import licence
from tournament.office.services.licence import Extras
from tournament.permissions import Permission, may, require
from tournament.setup.queries import tournaments
from tournament.setup.services import dry_run


@require_http_methods(["GET", "POST"])
def page(request: requests.Request, code: str) -> HttpResponse:
    """Record the licence, or ask for a change of it."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    refusal = None
    if request.method == "POST":
        require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
        try:
            words = _keep(request, tournament)
        except Refused as found:
            refusal = found
        else:
            messages.success(request, words)
            return redirect("licence", code=tournament.code)
    context = {
        "tournament": tournaments.heading(tournament),
        "page": queries.page(tournament, now=requests.now()),
        "given": _given(request, tournament),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "refusal": requests.refusal_words(refusal) if refusal else None,
    }
    status = requests.status_of(refusal) if refusal else 200
    return render(request, "console/licence.html", context, status=status)


@require_POST
def check(request: requests.Request, code: str) -> HttpResponse:
    """What the book has against the licence typed so far; nothing is kept."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)

    def act() -> list[str]:
        _keep(request, tournament)
        return []

    found = dry_run.of(act)
    context = {"doubts": found.doubts, "facts": found.facts}
    return render(request, "console/_checked.html", context)


def _keep(request: requests.Request, tournament: Tournament) -> str:
    by = requests.by(request, tournament)
    terms = _terms(request)
    if queries.find(tournament) is None:
        extras = Extras(requests.text(request, "chip_set"), requests.text(request, "more_tables"))
        licence.record(terms=terms, extras=extras, **by)
        return "Licence recorded."
    asked = licence.ask_change(terms=terms, request=requests.text(request, "request"), **by)
    return (
        "Change requested: it takes effect with its addendum." if asked else "Nothing was changed."
    )


def _terms(request: requests.Request) -> Terms:
    return Terms(
        number=requests.text(request, "number")[:40],
        holder=requests.text(request, "holder")[:120],
        place=requests.text(request, "place")[:160],
        opens_at=_moment(request, "opens_at"),
        closes_at=_moment(request, "closes_at"),
        starts_at=_moment(request, "starts_at"),
        finishes_at=_moment(request, "finishes_at"),
        tickets=requests.number(request, "tickets"),
        fee=requests.cents(request, "fee"),
        prizes=requests.text(request, "prizes")[:300],
        has_rebuy=requests.text(request, "has_rebuy") == "on",
        language=requests.text(request, "language")[:40],
        issuer=requests.text(request, "issuer")[:80],
        site=requests.text(request, "site")[:120],
        event_type=requests.text(request, "event_type")[:40],
    )


def _moment(request: requests.Request, field: str) -> datetime:
    try:
        given = datetime.fromisoformat(requests.text(request, field))
    except ValueError:
        words = queries.WORDS[field].lower()
        raise requests.Malformed(f"Enter date and time: {words}.") from None
    return given if given.tzinfo else timezone.make_aware(given)


def _given(request: requests.Request, tournament: Tournament) -> dict[str, Any]:
    """What the form shows: what was typed, what is on record, or what the setup says."""
    if request.method == "POST":
        return {key: request.POST.get(key, "") for key in (*queries.FIELDS, "chip_set", "request")}
    found = queries.find(tournament)
    return _on_record(found) if found else _proposed(tournament)


def _on_record(found: Licence) -> dict[str, Any]:
    given = {name: getattr(found, name) for name in (*queries.FIELDS, "chip_set", "more_tables")}
    moments = {
        name: timezone.localtime(value).strftime("%Y-%m-%dT%H:%M")
        for name, value in given.items()
        if isinstance(value, datetime)
    }
    return {**given, **moments, "fee": f"{found.fee / 100:.2f}"}


def _proposed(tournament: Tournament) -> dict[str, Any]:
    plain = tournament.structure
    return {
        "fee": f"{price(plain, Sold.ENTRY) / 100:.2f}",
        "tickets": plain["max_players"],
        "has_rebuy": price(plain, Sold.REBUY) > 0,
        "language": "English",
        "issuer": tournament.law.licence.issuer.value,
        "event_type": "Hold'em tournament",
    }


@require_POST
def approve(request: requests.Request, code: str, addendum_id: int) -> HttpResponse:
    """The regulator's addendum has come."""
    tournament = tournaments.find(code)
    found = get_object_or_404(Addendum, pk=addendum_id, licence__tournament=tournament)
    number = requests.text(request, "number")
    licence.approve(addendum_id=found.pk, number=number, actor=request.actor, now=requests.now())
    messages.success(request, "Addendum activated.")
    return redirect("licence", code=code)


@require_POST
def post_document(request: requests.Request, code: str) -> HttpResponse:
    """A paper hangs where everybody can read it, or not any more."""
    tournament = tournaments.find(code)
    licence.post_document(
        tournament_id=tournament.pk,
        what=requests.text(request, "what"),
        is_up=requests.text(request, "way") != "down",
        actor=request.actor,
        now=requests.now(),
    )
    return redirect("licence", code=code)


@require_POST
def state(request: requests.Request, code: str) -> HttpResponse:
    """The regulator suspends, cancels or restores the licence."""
    tournament = tournaments.find(code)
    licence.set_state(
        tournament_id=tournament.pk,
        state=requests.text(request, "state"),
        because=requests.text(request, "because"),
        actor=request.actor,
        now=requests.now(),
    )
    return redirect("licence", code=code)


@require_POST
def permit(request: requests.Request, code: str) -> HttpResponse:
    """The number of the liquor permit."""
    tournament = tournaments.find(code)
    number = requests.text(request, "number")
    licence.note_permit(
        tournament_id=tournament.pk, number=number, actor=request.actor, now=requests.now()
    )
    messages.success(request, "Permit number saved.")
    return redirect("licence", code=code)


@require_POST
def advert(request: requests.Request, code: str) -> HttpResponse:
    """An advert ran somewhere."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
    ran_on = requests.optional_day(request, "ran_on")
    if ran_on is None:
        raise requests.Malformed("Give the day it ran.")
    licence.log_advert(
        tournament_id=tournament.pk,
        advert=licensing.Advert(
            outlet=requests.text(request, "outlet"),
            place=requests.text(request, "place"),
            ran_on=ran_on,
            is_inside=requests.text(request, "is_inside") == "yes",
        ),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, "Advert logged.")
    return redirect("licence", code=code)
