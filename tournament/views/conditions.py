"""Director: the conditions. Anybody: what they say, on screen and on paper."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from engine.office.conditions_sheet import LABELS
from engine.refusal import Refused
from tournament import http
from tournament.papers import conditions as conditions_paper
from tournament.papers import pdf_file
from tournament.permissions import Permission, may, require
from tournament.queries import conditions as queries
from tournament.queries import house, poster, tournaments
from tournament.services import conditions


@require_http_methods(["GET", "POST"])
def page(request: http.Request, code: str) -> HttpResponse:
    """The sheet item by item: what follows from the setup, and the house's own words."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    refusal = None
    if request.method == "POST":
        try:
            conditions.write(
                tournament_id=tournament.pk,
                words={key: http.text(request, key) for key in (*LABELS, "extra")},
                asks_acceptance=http.text(request, "asks_acceptance") == "on",
                actor=request.actor,
                now=http.now(),
            )
        except Refused as found:
            require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
            refusal = found
        else:
            messages.success(request, "The conditions are kept as a new version.")
            return redirect("conditions", code=tournament.code)
    context = {
        "tournament": tournaments.heading(tournament),
        "sheet": queries.sheet(tournament),
        "accepted": tournament.acceptances.select_related("entry__player"),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "refusal": http.refusal_words(refusal) if refusal else None,
    }
    status = http.status_of(refusal) if refusal else 200
    return render(request, "console/conditions.html", context, status=status)


@require_safe
def public(request: http.Request, code: str) -> HttpResponse:
    """The conditions for everybody to read."""
    tournament = poster.find(code, request.actor)
    context = {"tournament": tournaments.heading(tournament), "sheet": queries.sheet(tournament)}
    return render(request, "public/conditions.html", context)


@require_safe
def paper(request: http.Request, code: str) -> HttpResponse:
    """The conditions to be posted in every area of play."""
    tournament = poster.find(code, request.actor)
    head = house.letterhead(http.site(request))
    content = conditions_paper.write(tournament, head=head, now=http.now())
    headers = {"Content-Disposition": f'inline; filename="{tournament.code}-conditions.pdf"'}
    return HttpResponse(content, content_type=pdf_file.KIND, headers=headers)
