"""Staff: the state sheet on paper; the house's director: play taken up again from one."""

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.structure import presets, state_sheet
from tables.models import StateSheet
from tables.sessions.queries import state_sheets as queries
from tables.sessions.services import state_sheets
from tables.sessions.services.state_sheets import Opening
from tables.views.office.reports import FORMS, as_file
from tournament import requests
from tournament.entries import spreadsheets
from tournament.models import Tournament
from tournament.permissions import Permission, may, require
from tournament.records.queries.cells import as_typed
from tournament.setup.queries import tournaments


@require_safe
def page(request: requests.Request, code: str) -> HttpResponse:
    """The newest sheet, or an earlier one, ready for print."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    sheet = _chosen(request, tournament)
    context = {
        "tournament": tournaments.heading(tournament),
        "sheet": sheet,
        "report": None if sheet is None else queries.report(sheet),
        "made": queries.made(tournament),
        "forms": FORMS,
        "may_make": tournament.state == TournamentState.RUNNING
        and may(request.actor, Permission.SEAT_PLAYERS, tournament.pk),
    }
    return render(request, "console/state_sheet.html", context)


@require_safe
def file(request: requests.Request, code: str, form: str) -> HttpResponse:
    """The same as a file; the CSV can be read in again."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    sheet = _chosen(request, tournament)
    if sheet is None or form not in FORMS:
        raise Http404("No such sheet. Sheets come as pdf, csv or xlsx.")
    name, path = f"{tournament.code}-state-{sheet.pk}.{form}", reverse("state-sheet", args=[code])
    return as_file(request, queries.report(sheet), name, path=path)


def _chosen(request: requests.Request, tournament: Tournament) -> StateSheet | None:
    """The sheet asked for by its number, or the newest."""
    asked = request.GET.get("sheet", "")
    if asked.isascii() and asked.isdigit() and len(asked) < 15:
        return get_object_or_404(StateSheet, pk=int(asked), tournament=tournament)
    return queries.made(tournament).first()


@require_POST
def make(request: requests.Request, code: str) -> HttpResponse:
    """A sheet of this very moment."""
    tournament = tournaments.find(code)
    sheet = state_sheets.make(**requests.by(request, tournament))
    messages.success(request, f"State sheet made: {sheet.what}.")
    return redirect("state-sheet", code=tournament.code)


@require_http_methods(["GET", "POST"])
def new(request: requests.Request) -> HttpResponse:
    """A tournament that goes on where a sheet says play stood."""
    require(request.actor, Permission.CREATE_TOURNAMENTS)
    context: dict[str, Any] = {
        "presets": [(preset.key, preset.name) for preset in presets.PRESETS],
        "said": {
            name: requests.text(request, name) for name in ("name", "preset", "level", "left")
        },
        "lines": request.POST.get("lines", "")[: spreadsheets.MOST_BYTES],
    }
    if request.method != "POST":
        return render(request, "console/from_sheet.html", context)
    try:
        cup = state_sheets.take_up(
            opening=_opening(request),
            sheet=_sheet(request),
            actor=request.actor,
            now=requests.now(),
        )
    except Refused as refusal:
        context["refusal"] = requests.refusal_words(refusal)
        return render(
            request, "console/from_sheet.html", context, status=requests.status_of(refusal)
        )
    words = (
        f"{cup.name} resumes as {cup.code}. The clock is paused: start it when everyone is seated."
    )
    messages.success(request, words)
    return redirect("console", code=cup.code)


def _opening(request: requests.Request) -> Opening:
    structure = _text(request, "structure")
    return Opening(
        name=" ".join(requests.text(request, "name").split())[:120],
        preset=requests.text(request, "preset"),
        structure=structure,
    )


def _sheet(request: requests.Request) -> state_sheet.StateSheet:
    """The sheet's own file, or what was typed from the paper; level and time may be typed too."""
    text = _text(request, "file") or request.POST.get("lines", "")
    typed = [
        [title, requests.text(request, field)]
        for title, field in ((state_sheet.LEVEL, "level"), (state_sheet.TIME_LEFT, "left"))
        if requests.text(request, field)
    ]
    return state_sheet.read([*sheet_rows(text), *typed])


def sheet_rows(text: str) -> list[Sequence[str]]:
    """Cells between commas, semicolons or tabs, whichever the text has most of."""
    if "\0" in text:
        raise requests.Malformed("The sheet contains a character that cannot be stored.")
    between = max(",;\t", key=text.count)
    rows = csv.reader(StringIO(text, newline=None), delimiter=between)
    try:
        return [[as_typed(cell) for cell in row] for row in rows]
    except csv.Error as trouble:
        raise requests.Malformed("The sheet cannot be read: send it as it was saved.") from trouble


def _text(request: requests.Request, field: str) -> str:
    sent = request.FILES.get(field)
    if sent is None:
        return ""
    return spreadsheets.as_text(sent.read(spreadsheets.MOST_BYTES + 1))
