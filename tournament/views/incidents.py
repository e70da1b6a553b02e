"""Floor and director: the log of disputes and irregularities. The inspector reads it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from engine.refusal import Refused
from tournament import http
from tournament.models import Incident
from tournament.permissions import Permission, may, require
from tournament.queries import incidents as queries
from tournament.queries import tournaments
from tournament.services import incidents
from tournament.services.incidents import Matter, Ruling


@require_http_methods(["GET", "POST"])
def page(request: http.Request, code: str) -> HttpResponse:
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
                now=http.now(),
            )
        except Refused as found:
            refusal = found
        else:
            messages.success(request, "It is in the log.")
            return redirect("incidents", code=tournament.code)
    context = {
        "tournament": tournaments.heading(tournament),
        "log": queries.page(tournament),
        "may_write": may(request.actor, Permission.RULE, tournament.pk),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "refusal": http.refusal_words(refusal) if refusal else None,
    }
    status = http.status_of(refusal) if refusal else 200
    return render(request, "console/incidents.html", context, status=status)


def _matter(request: http.Request) -> Matter:
    return Matter(
        kind=http.text(request, "kind"),
        facts=http.text(request, "facts"),
        people=http.text(request, "people"),
        table=http.optional_number(request, "table", most=http.FEW),
        hand=http.optional_number(request, "hand", most=http.MOST),
    )


@require_POST
def decide(request: http.Request, code: str, incident_id: int) -> HttpResponse:
    """What the next level decided."""
    found = _found(code, incident_id)
    ruling = Ruling(
        words=http.text(request, "words"),
        reason=http.text(request, "reason"),
        source=http.text(request, "source"),
        before=http.text(request, "before"),
        after=http.text(request, "after"),
        told_of_inspector=http.text(request, "told_of_inspector") == "on",
    )
    incidents.decide(incident_id=found.pk, ruling=ruling, actor=request.actor, now=http.now())
    messages.success(request, f"The decision on incident {found.number} is on record.")
    return redirect("incidents", code=code)


def _found(code: str, incident_id: int) -> Incident:
    return get_object_or_404(Incident, pk=incident_id, tournament=tournaments.find(code))


@require_POST
def report(request: http.Request, code: str, incident_id: int) -> HttpResponse:
    """It was reported to the regulator."""
    found = _found(code, incident_id)
    incidents.report(incident_id=found.pk, actor=request.actor, now=http.now())
    return redirect("incidents", code=code)


@require_POST
def close(request: http.Request, code: str, incident_id: int) -> HttpResponse:
    """Nobody asks for more."""
    found = _found(code, incident_id)
    incidents.close(incident_id=found.pk, actor=request.actor, now=http.now())
    return redirect("incidents", code=code)
