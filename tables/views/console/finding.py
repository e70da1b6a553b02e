"""Director, floor and desk: the command bar that opens with a slash."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tables.console.queries import finding, player_menu
from tournament import menu, requests
from tournament.permissions import Permission, require
from tournament.setup.queries import tournaments


@require_safe
def find(request: requests.Request, code: str) -> HttpResponse:
    """What fits the letters typed so far."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    words = request.GET.get("q", "")[:80]
    pages = [(page.name, page.words, page.needs) for _, group in menu.MENU for page in group]
    found = finding.search(tournament, request.actor, words, pages=pages)
    context = {"found": found, "words": words}
    return render(request, "console/_found.html", context)


@require_safe
def menu_of_player(request: requests.Request, code: str, number: int) -> HttpResponse:
    """Every act for one player, opened beside the page one is on."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    found = tournament.entries.select_related("player", "tournament")
    entry = get_object_or_404(found, number=number)
    shown = player_menu.of(tournament, entry, actor=request.actor, now=requests.now())
    context = {"menu": shown, "tournament": tournaments.heading(tournament)}
    return render(request, "console/_player_menu.html", context)
