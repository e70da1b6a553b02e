"""Director: the conditions. Anybody: what they say, on screen and on paper."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from engine.office.conditions_sheet import LABELS
from engine.refusal import Refused
from tournament import requests
from tournament.house.queries import house
from tournament.permissions import Permission, may, require
from tournament.records.papers import conditions as conditions_paper
from tournament.records.papers import pdf_file
from tournament.setup.queries import conditions as queries
from tournament.setup.queries import poster, tournaments
from tournament.setup.services import conditions


@require_http_methods(["GET", "POST"])
def page(request: requests.Request, code: str) -> HttpResponse:
    """The sheet item by item: what follows from the setup, and the house's own words."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    refusal = None
    if request.method == "POST":
        try:
            conditions.write(
                tournament_id=tournament.pk,
                words={key: requests.text(request, key) for key in (*LABELS, "extra")},
                asks_acceptance=requests.text(request, "asks_acceptance") == "on",
                actor=request.actor,
                now=requests.now(),
            )
        except Refused as found:
            require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
            refusal = found
        else:
            messages.success(request, "Terms saved as a new version.")
            return redirect("conditions", code=tournament.code)
    context = {
        "tournament": tournaments.heading(tournament),
        "sheet": queries.sheet(tournament),
        "accepted": tournament.acceptances.select_related("entry__player"),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "refusal": requests.refusal_words(refusal) if refusal else None,
    }
    status = requests.status_of(refusal) if refusal else 200
    return render(request, "console/conditions.html", context, status=status)


@require_safe
def public(request: requests.Request, code: str) -> HttpResponse:
    """The conditions for everybody to read."""
    tournament = poster.find(code, request.actor)
    context = {"tournament": tournaments.heading(tournament), "sheet": queries.sheet(tournament)}
    return render(request, "public/conditions.html", context)


@require_safe
def paper(request: requests.Request, code: str) -> HttpResponse:
    """The conditions to be posted in every area of play."""
    tournament = poster.find(code, request.actor)
    head = house.letterhead(requests.site(request))
    content = conditions_paper.write(tournament, head=head, now=requests.now())
    headers = {"Content-Disposition": f'inline; filename="{tournament.code}-conditions.pdf"'}
    return HttpResponse(content, content_type=pdf_file.KIND, headers=headers)
