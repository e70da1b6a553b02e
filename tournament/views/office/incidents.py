"""Floor and director: the log of disputes and irregularities. The inspector reads it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from engine.refusal import Refused
from tournament import requests
from tournament.models import Incident
from tournament.office.queries import incidents as queries
from tournament.office.services import incidents
from tournament.office.services.incidents import Matter, Ruling
from tournament.permissions import Permission, may, require
from tournament.setup.queries import tournaments


@require_http_methods(["GET", "POST"])
def page(request: requests.Request, code: str) -> HttpResponse:
    """Every matter, the newest first, and a form for the next one."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_JOURNAL, tournament.pk)
    refusal = None
    if request.method == "POST":
        require(request.actor, Permission.RULE, tournament.pk)
        try:
            incidents.open_matter(
                tournament_id=tournament.pk,
                matter=_matter(request),
                actor=request.actor,
                now=requests.now(),
            )
        except Refused as found:
            refusal = found
        else:
            messages.success(request, "Incident saved.")
            return redirect("incidents", code=tournament.code)
    context = {
        "tournament": tournaments.heading(tournament),
        "log": queries.page(tournament),
        "may_write": may(request.actor, Permission.RULE, tournament.pk),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "refusal": requests.refusal_words(refusal) if refusal else None,
    }
    status = requests.status_of(refusal) if refusal else 200
    return render(request, "console/incidents.html", context, status=status)


def _matter(request: requests.Request) -> Matter:
    return Matter(
        kind=requests.text(request, "kind"),
        facts=requests.text(request, "facts"),
        people=requests.text(request, "people"),
        table=requests.optional_number(request, "table", most=requests.FEW),
        hand=requests.optional_number(request, "hand", most=requests.MOST),
    )


@require_POST
def decide(request: requests.Request, code: str, incident_id: int) -> HttpResponse:
    """What the next level decided."""
    found = _found(code, incident_id)
    ruling = Ruling(
        words=requests.text(request, "words"),
        reason=requests.text(request, "reason"),
        source=requests.text(request, "source"),
        before=requests.text(request, "before"),
        after=requests.text(request, "after"),
        told_of_inspector=requests.text(request, "told_of_inspector") == "on",
    )
    incidents.decide(incident_id=found.pk, ruling=ruling, actor=request.actor, now=requests.now())
    messages.success(request, f"The decision on incident {found.number} is recorded.")
    return redirect("incidents", code=code)


def _found(code: str, incident_id: int) -> Incident:
    return get_object_or_404(Incident, pk=incident_id, tournament=tournaments.find(code))


@require_POST
def report(request: requests.Request, code: str, incident_id: int) -> HttpResponse:
    """It was reported to the regulator."""
    found = _found(code, incident_id)
    incidents.report(incident_id=found.pk, actor=request.actor, now=requests.now())
    return redirect("incidents", code=code)


@require_POST
def close(request: requests.Request, code: str, incident_id: int) -> HttpResponse:
    """Nobody asks for more."""
    found = _found(code, incident_id)
    incidents.close(incident_id=found.pk, actor=request.actor, now=requests.now())
    return redirect("incidents", code=code)
