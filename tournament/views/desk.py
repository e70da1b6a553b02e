"""Desk, floor and director: entries."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from engine.refusal import Refused
from tournament import http
from tournament.forms import PlayerForm, PlayerListForm
from tournament.models import Tournament
from tournament.permissions import Permission, require
from tournament.queries import entries as entry_queries
from tournament.queries import tournaments
from tournament.services import entries


@require_http_methods(["GET", "POST"])
def entries_page(request: http.Request, code: str) -> HttpResponse:
    """Register players one after the other: name, Enter, next."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.REGISTER_PLAYERS, tournament.pk)
    form = PlayerForm(http.form_data(request))
    if not form.is_valid():
        return _page(request, tournament, form=form, status=http.form_status(request))
    try:
        name = form.cleaned_data["name"]
        entry = entries.register(
            tournament_id=tournament.pk, name=name, actor=request.actor, now=http.now()
        )
    except Refused as refusal:
        form.add_error("name", refusal.why)
        return _page(request, tournament, form=form, status=http.status_of(refusal))
    messages.success(request, f"{entry.name} is entry {entry.number}.")
    return redirect("entries", code=tournament.code)


@require_POST
def register_list(request: http.Request, code: str) -> HttpResponse:
    """Register a pasted list, all of it or nothing."""
    tournament = tournaments.find(code)
    form = PlayerListForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, list_form=form, status=422)
    try:
        names = form.cleaned_data["names"].splitlines()
        count = entries.register_all(
            tournament_id=tournament.pk, names=names, actor=request.actor, now=http.now()
        )
    except Refused as refusal:
        form.add_error("names", refusal.why)
        return _page(request, tournament, list_form=form, status=http.status_of(refusal))
    messages.success(request, f"{count} players registered.")
    return redirect("entries", code=tournament.code)


@require_POST
def withdraw(request: http.Request, code: str, number: int) -> HttpResponse:
    """Take an entry back before the draw."""
    tournament = tournaments.find(code)
    entry = get_object_or_404(tournament.entries, number=number)
    entries.withdraw(entry_id=entry.pk, actor=request.actor, now=http.now())
    messages.success(request, f"{entry.name}'s entry was taken back.")
    return redirect("entries", code=tournament.code)


def _page(
    request: http.Request,
    tournament: Tournament,
    *,
    form: PlayerForm | None = None,
    list_form: PlayerListForm | None = None,
    status: int = 200,
) -> HttpResponse:
    require(request.actor, Permission.REGISTER_PLAYERS, tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "form": form or PlayerForm(),
        "list_form": list_form or PlayerListForm(),
        "entries": entry_queries.rows(tournament),
        "max_players": tournament.structure["max_players"],
        "min_players": tournament.structure["min_players"],
    }
    return render(request, "console/entries.html", context, status=status)
