"""Director and floor: the clock on decisions, time banks, and the log of time taken."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from engine.conduct.shot_clock import ShotClock
from engine.refusal import Refused
from tables.conduct.queries import shot_clock
from tables.conduct.services import timing
from tournament import requests
from tournament.permissions import Permission, may, require
from tournament.records.queries import journal
from tournament.setup.queries import tournaments


@require_http_methods(["GET", "POST"])
def page(request: requests.Request, code: str) -> HttpResponse:
    """How long a decision may take, who has used banks, and who was called on."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    refusal = None
    if request.method == "POST":
        try:
            timing.choose_shot_clock(
                tournament_id=tournament.pk,
                clock=_clock(request),
                actor=request.actor,
                now=requests.now(),
                reason=requests.text(request, "reason"),
            )
        except Refused as found:
            refusal = found
        else:
            messages.success(request, "Saved. Applies to every hand that starts from now on.")
            return redirect("time", code=tournament.code)
    shown = shot_clock.page(tournament)
    context = {
        "tournament": tournaments.heading(tournament),
        "time": shown,
        "log": [journal.row(entry) for entry in shown.log],
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "refusal": requests.refusal_words(refusal) if refusal else None,
        "usual": ShotClock(),
    }
    status = requests.status_of(refusal) if refusal else 200
    return render(request, "console/time.html", context, status=status)


def _clock(request: requests.Request) -> ShotClock | None:
    """An empty or zero number of seconds means no clock."""
    seconds = requests.optional_number(request, "seconds")
    if not seconds:
        return None
    return ShotClock(
        seconds=seconds,
        bank_seconds=requests.optional_number(request, "bank_seconds") or ShotClock().bank_seconds,
        banks=requests.optional_number(request, "banks") or 0,
        anew_at_level=requests.optional_number(request, "anew_at_level") or 0,
        anew_at_final_table="anew_at_final_table" in request.POST,
    )
