"""From a list of names to the first hand."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import dateformat, timezone
from django.views.decorators.http import require_http_methods, require_safe

from engine.refusal import Refused
from tables.forms import QuickStartForm
from tables.seating.queries import quick_start as queries
from tables.seating.services import quick_start
from tournament import requests
from tournament.permissions import Permission, require
from tournament.setup.queries import tournaments


@require_http_methods(["GET", "POST"])
def page(request: requests.Request) -> HttpResponse:
    """Choose a game, write the names, draw the seats."""
    require(request.actor, Permission.CREATE_TOURNAMENTS)
    form = QuickStartForm(requests.form_data(request), initial=_suggested())
    if form.is_valid():
        try:
            made = quick_start.set_up(form.game(), actor=request.actor, now=requests.now())
        except Refused as refusal:
            form.add_error("names", refusal.why)
        else:
            return redirect("ready", code=made.code)
    context = {"form": form, "games": queries.cards()}
    status = requests.form_status(request)
    return render(request, "console/quick_start.html", context, status=status)


@require_safe
def ready(request: requests.Request, code: str) -> HttpResponse:
    """Who sits where, the phones' address, and the next button."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    context = {"tournament": tournaments.heading(tournament), "ready": queries.ready(tournament)}
    return render(request, "console/ready.html", context)


def _suggested() -> dict[str, object]:
    today = dateformat.format(timezone.localtime(requests.now()), "j F")
    usual = next(iter(queries.HOME_GAMES))
    return {"name": f"Home game, {today}", "preset": usual, "buy_in": "20.00"}
