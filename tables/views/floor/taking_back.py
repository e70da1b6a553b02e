"""The floor takes steps of a hand back, further than a dealer may."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tables.commands import TableCommand
from tables.play.queries import taking_back as queries
from tables.play.services import undoing
from tables.seating.queries import tables as table_queries
from tournament import requests
from tournament.permissions import Permission, require
from tournament.setup.queries import tournaments


@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: requests.Request, code: str, number: int) -> HttpResponse:
    """The hand's steps to choose from, and the reason."""
    tournament = tournaments.find(code)
    table = table_queries.find(tournament, number)
    require(request.actor, Permission.RULE, tournament.pk)
    if request.method == "POST":
        wanted = TableCommand(
            table.pk,
            request.actor,
            requests.now(),
            requests.command_id(request),
            requests.number(request, "version"),
        )
        undoing.take_back(
            wanted, since=requests.number(request, "since"), reason=requests.text(request, "reason")
        )
        messages.success(request, "Undone. The tablet shows the hand as it was before.")
        return redirect("floor-table", code=tournament.code, number=table.number)
    context = {"tournament": tournaments.heading(tournament), "hand": queries.picture(table)}
    return render(request, "console/take_back.html", context)
