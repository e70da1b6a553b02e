"""Director: a new tournament, staff, and the clock's buttons."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from engine.structure import presets
from tournament import requests
from tournament.clock.queries.sounds import MOMENTS
from tournament.clock.services import buttons, clock, sounds
from tournament.forms import NewTournamentForm
from tournament.models import Tournament
from tournament.permissions import Permission, require
from tournament.setup.queries import presets as preset_queries
from tournament.setup.queries import tournaments as tournament_queries
from tournament.setup.services import tournaments


@require_http_methods(["GET", "POST"])
def new(request: requests.Request) -> HttpResponse:
    """A tournament from a preset."""
    require(request.actor, Permission.CREATE_TOURNAMENTS)
    form = NewTournamentForm(requests.form_data(request))
    if form.is_valid():
        tournament = tournaments.create(
            name=form.cleaned_data["name"],
            preset=presets.get(form.cleaned_data["preset"]),
            actor=request.actor,
            now=requests.now(),
        )
        messages.success(request, f"{tournament.name} is open for registration.")
        return redirect("setup", code=tournament.code)
    context = {"form": form, "presets": preset_queries.cards()}
    status = requests.form_status(request)
    return render(request, "console/new.html", context, status=status)


@require_POST
def clock_act(request: requests.Request, code: str) -> HttpResponse:
    """One of the clock's buttons."""
    tournament = tournament_queries.find(code)
    now = requests.now()
    clock.act(
        tournament_id=tournament.pk,
        kind=request.POST.get("kind", ""),
        actor=request.actor,
        now=now,
        press=buttons.Press(
            minutes=requests.optional_number(request, "minutes"),
            reason=" ".join(requests.text(request, "reason").split()),
            finishes_at=requests.time_of_day(request, "at", now=now),
            version=requests.number(request, "version"),
            command_id=requests.command_id(request),
        ),
    )
    return _back(request, tournament)


@require_POST
def clock_sounds(request: requests.Request, code: str) -> HttpResponse:
    """What the clock screens play."""
    tournament = tournament_queries.find(code)
    sounds.choose(
        tournament_id=tournament.pk,
        sounds={moment: request.POST.get(moment, "") for moment in MOMENTS},
        is_muted="muted" in request.POST,
        actor=request.actor,
        now=requests.now(),
    )
    return _back(request, tournament)


@require_POST
def cancel(request: requests.Request, code: str) -> HttpResponse:
    """Call the tournament off."""
    tournament = tournament_queries.find(code)
    tournaments.cancel(
        tournament_id=tournament.pk,
        actor=request.actor,
        now=requests.now(),
        reason=requests.text(request, "reason"),
    )
    messages.success(request, f"{tournament.name} is cancelled.")
    return redirect("front")


@require_POST
def message(request: requests.Request, code: str) -> HttpResponse:
    """Words on every clock screen."""
    tournament = tournament_queries.find(code)
    tournaments.announce(
        tournament_id=tournament.pk,
        text=requests.text(request, "message"),
        actor=request.actor,
        now=requests.now(),
    )
    return _back(request, tournament)


def _back(request: requests.Request, tournament: Tournament) -> HttpResponse:
    """An htmx form is answered by the push; a plain one by the console."""
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204)
    return redirect("console", code=tournament.code)
