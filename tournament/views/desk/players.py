"""Desk and director: the players of the house."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.refusal import Refused
from tournament import requests
from tournament.entries.entry_forms import PlayerDetailsForm
from tournament.entries.queries import photos as photo_queries
from tournament.entries.queries import players as player_queries
from tournament.entries.services import players
from tournament.permissions import Permission, may, require
from tournament.setup.queries import tournaments
from tournament.views.desk.desk import sentence


@require_safe
def page(request: requests.Request, code: str) -> HttpResponse:
    """Everybody known here, and who is barred."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.REGISTER_PLAYERS, tournament.pk)
    people = player_queries.within_reach(request.actor, tournament)
    context = {
        "tournament": tournaments.heading(tournament),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "list": player_queries.page(people, request.GET.get("find", "").replace("\0", "")[:80]),
    }
    return render(request, "console/players.html", context)


@require_http_methods(["GET", "POST"])
def player(request: requests.Request, code: str, player_id: int) -> HttpResponse:
    """What is written of one player, to be put right."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.REGISTER_PLAYERS, tournament.pk)
    people = player_queries.within_reach(request.actor, tournament)
    found = get_object_or_404(people, pk=player_id)
    fields = ("name", "alias", "email", "phone", "born_on", "group", "country")
    known = {field: getattr(found, field) for field in fields}
    form = PlayerDetailsForm(requests.form_data(request), initial=known)
    status = requests.form_status(request)
    if form.is_valid():
        try:
            players.change(
                tournament_id=tournament.pk,
                player_id=found.pk,
                name=form.cleaned_data["name"],
                details=form.details(),
                actor=request.actor,
                now=requests.now(),
            )
        except Refused as refusal:
            form.add_error(None, sentence(refusal))
            status = requests.status_of(refusal)
        else:
            messages.success(request, "Player saved.")
            return redirect("people", code=tournament.code)
    sought = request.GET.get("other", "").replace("\0", "").strip()[:80]
    context = {
        "tournament": tournaments.heading(tournament),
        "player": found,
        "form": form,
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "sought": sought,
        "others": player_queries.maybe_same(people, found, sought),
        "has_photo": bool(photo_queries.among([found.pk])),
    }
    return render(request, "console/player.html", context, status=status)


@require_POST
def bar(request: requests.Request, code: str, player_id: int) -> HttpResponse:
    """Nobody takes this person's entry any more."""
    tournament = tournaments.find(code)
    found = players.bar(
        tournament_id=tournament.pk,
        player_id=player_id,
        reason=requests.text(request, "reason"),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, f"{found.name} is barred.")
    return redirect("people", code=tournament.code)


@require_POST
def unbar(request: requests.Request, code: str, player_id: int) -> HttpResponse:
    """The person may enter again."""
    tournament = tournaments.find(code)
    found = players.unbar(
        tournament_id=tournament.pk, player_id=player_id, actor=request.actor, now=requests.now()
    )
    messages.success(request, f"{found.name} may enter again.")
    return redirect("people", code=tournament.code)


@require_POST
def merge(request: requests.Request, code: str, player_id: int) -> HttpResponse:
    """Two rows are one person."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
    kept = players.merge(
        tournament_id=tournament.pk,
        keep_id=player_id,
        gone_id=requests.number(request, "other"),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, f"{kept.name}: players merged.")
    return redirect("person", code=tournament.code, player_id=kept.pk)
