"""Director, floor and inspector: the journal."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament import requests
from tournament.permissions import Permission, require
from tournament.records.queries import journal
from tournament.setup.queries import tournaments

PAGE = 100


@require_safe
def journal_page(request: requests.Request, code: str) -> HttpResponse:
    """Who did what, the newest first, and whether the chain is whole."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_JOURNAL, tournament.pk)
    rows = Paginator(journal.newest_first(tournament.pk), PAGE)
    page = rows.get_page(request.GET.get("page"))
    context = {
        "tournament": tournaments.heading(tournament),
        "page": page,
        "rows": [journal.row(entry) for entry in page.object_list],
        "broken": journal.first_broken_link(tournament.pk),
    }
    return render(request, "console/journal.html", context)
