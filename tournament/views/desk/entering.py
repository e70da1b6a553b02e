"""Desk and director: terms of entry, invitations, alternates, files of players."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.refusal import Refused
from engine.structure import td_file
from tournament import requests
from tournament.entries import spreadsheets
from tournament.entries.entry_forms import TermsForm, told
from tournament.entries.queries import entry_terms as term_queries
from tournament.entries.services import alternates, entry_terms, imports
from tournament.models import Invitation, Tournament, Waiting
from tournament.permissions import Permission, require
from tournament.records.papers import csv_file, players_csv
from tournament.setup.queries import tournaments
from tournament.views.desk.desk import entered_words


@require_POST
def terms(request: requests.Request, code: str) -> HttpResponse:
    """Who may enter, and how often."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
    form = TermsForm(request.POST)
    if not form.is_valid():
        raise requests.Malformed("Fill in every field of the terms with a number that makes sense.")
    entry_terms.decide(
        tournament_id=tournament.pk,
        terms=form.terms(),
        play_on=form.cleaned_data["play_on"],
        actor=request.actor,
        now=requests.now(),
    )
    return _back(request, tournament, "Entry requirements saved.")


@require_POST
def invite(request: requests.Request, code: str) -> HttpResponse:
    """Ask people to come."""
    tournament = tournaments.find(code)
    names = requests.text(request, "names").splitlines()
    count = entry_terms.invite(
        tournament_id=tournament.pk, names=names, actor=request.actor, now=requests.now()
    )
    return _back(request, tournament, f"{count} invited.")


@require_POST
def uninvite(request: requests.Request, code: str, invitation_id: int) -> HttpResponse:
    """Take an invitation back."""
    tournament = tournaments.find(code)
    found = get_object_or_404(Invitation, pk=invitation_id, tournament=tournament)
    entry_terms.take_invitation_back(
        invitation_id=found.pk, actor=request.actor, now=requests.now()
    )
    return _back(request, tournament, "Invitation cancelled.")


@require_POST
def turn_away(request: requests.Request, code: str) -> HttpResponse:
    """Refuse somebody's entry, with the reason."""
    tournament = tournaments.find(code)
    made = entry_terms.turn_away(
        tournament_id=tournament.pk,
        name=requests.text(request, "name"),
        reason=requests.text(request, "reason"),
        actor=request.actor,
        now=requests.now(),
    )
    return _back(request, tournament, f"Entry of {made.name} refused and recorded.")


@require_POST
def wait(request: requests.Request, code: str) -> HttpResponse:
    """An alternate gets a number."""
    tournament = tournaments.find(code)
    made = alternates.wait(
        tournament_id=tournament.pk,
        name=requests.text(request, "name"),
        actor=request.actor,
        now=requests.now(),
    )
    return _back(request, tournament, f"{made.player.name} is alternate {made.number}.")


@require_POST
def call_alternate(request: requests.Request, code: str) -> HttpResponse:
    """The first in the queue comes in."""
    tournament = tournaments.find(code)
    entry = alternates.call_next(
        tournament_id=tournament.pk,
        actor=request.actor,
        now=requests.now(),
        wish=told(request.POST),
    )
    return _back(request, tournament, entered_words(entry))


@require_POST
def leave_queue(request: requests.Request, code: str, waiting_id: int) -> HttpResponse:
    """An alternate is off the waiting list."""
    tournament = tournaments.find(code)
    found = get_object_or_404(Waiting, pk=waiting_id, tournament=tournament)
    alternates.leave(waiting_id=found.pk, actor=request.actor, now=requests.now())
    return _back(request, tournament, f"{found.player.name} is off the waiting list.")


@require_http_methods(["GET", "POST"])
def import_page(request: requests.Request, code: str) -> HttpResponse:
    """A file of players: first what would happen, then it happens."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.REGISTER_PLAYERS, tournament.pk)
    context: dict[str, Any] = {
        "tournament": tournaments.heading(tournament),
        "needs": term_queries.needs(tournament, term_queries.of(tournament)),
        "said": {key: request.POST.get(key, "") for key in ("is_checked", "method")},
        "text": "",
        "rows": None,
    }
    if request.method != "POST":
        return render(request, "console/import.html", context)
    if request.POST.get("sure") == "yes":
        return _take(request, tournament)
    try:
        context["text"] = _sent(request)
        rows = imports.preview(
            tournament_id=tournament.pk,
            text=context["text"],
            actor=request.actor,
            now=requests.now(),
            wish=told(request.POST),
        )
    except Refused as refusal:
        context["wrong"] = refusal.why
        return render(request, "console/import.html", context, status=requests.status_of(refusal))
    good = sum(not row.wrong for row in rows)
    context |= {"rows": rows, "good": good, "wrong_count": len(rows) - good}
    context["not_read"] = imports.not_read(context["text"])
    return render(request, "console/import.html", context)


@require_safe
def players_file(request: requests.Request, code: str) -> HttpResponse:
    """Everybody entered, as the page above reads it back."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.REGISTER_PLAYERS, tournament.pk)
    headers = {"Content-Disposition": f'attachment; filename="{tournament.code}-players.csv"'}
    content = players_csv.write(tournament)
    return HttpResponse(content, content_type=csv_file.KIND, headers=headers)


def _take(request: requests.Request, tournament: Tournament) -> HttpResponse:
    rows = imports.take(
        tournament_id=tournament.pk,
        text=request.POST.get("text", ""),
        actor=request.actor,
        now=requests.now(),
        wish=told(request.POST),
    )
    good = sum(not row.wrong for row in rows)
    wrong = len(rows) - good
    left = f" {wrong} {'was' if wrong == 1 else 'were'} left out." if wrong else ""
    players = "player" if good == 1 else "players"
    return _back(request, tournament, f"{good} {players} entered.{left}")


def _sent(request: requests.Request) -> str:
    """The file as text: pasted, or sent as CSV, workbook or save file."""
    sent = request.FILES.get("file")
    if sent is None:
        return request.POST.get("text", "")
    text = spreadsheets.as_text(sent.read(spreadsheets.MOST_BYTES + 1))
    return imports.written(td_file.players(text)) if td_file.looks_like_one(text) else text


def _back(request: requests.Request, tournament: Tournament, words: str) -> HttpResponse:
    messages.success(request, words)
    return redirect("entries", code=tournament.code)
