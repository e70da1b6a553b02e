"""Director: a structure as a file, sent and looked at before anything of it is kept."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.refusal import Refused
from engine.structure import presets
from tournament import requests
from tournament.permissions import Permission, require
from tournament.setup import structure_uploads
from tournament.setup.queries import structure_files as queries
from tournament.setup.queries import tournaments
from tournament.setup.services import setup
from tournament.setup.structure_uploads import Sent


@require_safe
def download(request: requests.Request, code: str) -> HttpResponse:
    """This tournament's structure."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    headers = {"Content-Disposition": f'attachment; filename="{tournament.code}-structure.json"'}
    text = queries.text_of(tournament)
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


@require_POST
def take(request: requests.Request, code: str) -> HttpResponse:
    """A file in place of this setup: first what it says, then it is kept."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
    by = requests.when(request)
    if request.POST.get("sure") == "yes":
        setup.take_structure(tournament_id=tournament.pk, text=_kept(request), **by)
        messages.success(request, "Structure imported.")
        return redirect("setup", code=tournament.code)
    context: dict[str, Any] = {"tournament": tournaments.heading(tournament)}
    try:
        sent = structure_uploads.read(request.FILES.get("file"), preset=tournament.preset)
        setup.try_structure(tournament_id=tournament.pk, text=sent.text, **by)
    except Refused as refusal:
        return _refused(request, context, refusal)
    return _look(request, context, sent)


@require_http_methods(["GET", "POST"])
def new(request: requests.Request) -> HttpResponse:
    """A new tournament from a file."""
    require(request.actor, Permission.CREATE_TOURNAMENTS)
    by = requests.when(request)
    context: dict[str, Any] = {
        "presets": [(preset.key, preset.name) for preset in presets.PRESETS],
        "preset": request.POST.get("preset", "friday"),
        "name": " ".join(requests.text(request, "name").split())[:120],
    }
    if request.method != "POST":
        return render(request, "console/structure_file.html", context)
    if request.POST.get("sure") == "yes":
        made = setup.open_from_file(name=context["name"], text=_kept(request), **by)
        messages.success(request, f"{made.name} is open for registration.")
        return redirect("setup", code=made.code)
    try:
        sent = structure_uploads.read(request.FILES.get("file"), preset=context["preset"])
        context["name"] = context["name"] or sent.title
        setup.try_opening(name=context["name"] or "A tournament", text=sent.text, **by)
    except Refused as refusal:
        return _refused(request, context, refusal)
    return _look(request, context, sent)


def _kept(request: requests.Request) -> str:
    return request.POST.get("text", "")


def _look(request: requests.Request, context: dict[str, Any], sent: Sent) -> HttpResponse:
    context |= {"picture": queries.picture(sent.text), "text": sent.text, "left": sent.left}
    return render(request, "console/structure_file.html", context)


def _refused(request: requests.Request, context: dict[str, Any], refusal: Refused) -> HttpResponse:
    context["refusal"] = requests.refusal_words(refusal)
    status = requests.status_of(refusal)
    return render(request, "console/structure_file.html", context, status=status)
