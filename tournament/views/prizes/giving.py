"""Director: donations and the charities that receive them; clubs and their medals."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournament import requests
from tournament.models import Donation
from tournament.permissions import Permission, may, require
from tournament.prizes.queries import clubs as club_queries
from tournament.prizes.queries import giving as giving_queries
from tournament.prizes.services import clubs, giving
from tournament.setup.queries import tournaments

MOST_DONATIONS = 9


@require_safe
def page(request: requests.Request, code: str) -> HttpResponse:
    """What the winning places give, and to whom."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "giving": giving_queries.page(tournament),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "may_handle": may(request.actor, Permission.HANDLE_MONEY, tournament.pk),
    }
    return render(request, "console/giving.html", context)


@require_POST
def fix(request: requests.Request, code: str) -> HttpResponse:
    """The donations, the first place first."""
    tournament = tournaments.find(code)
    written = [word for word in request.POST.getlist("donation")[:MOST_DONATIONS] if word.strip()]
    giving.fix_donations(
        [requests.amount(word, "donation") for word in written],
        tournament_id=tournament.pk,
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, "Donations saved.")
    return redirect("giving", code=tournament.code)


@require_POST
def charity(request: requests.Request, code: str) -> HttpResponse:
    """One more charity to choose from."""
    tournament = tournaments.find(code)
    giving.list_charity(
        tournament_id=tournament.pk,
        name=requests.text(request, "name"),
        involvement=requests.text(request, "involvement"),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, "Charity added.")
    return redirect("giving", code=tournament.code)


@require_POST
def act(request: requests.Request, code: str, donation_id: int) -> HttpResponse:
    """A winner's choice, or the donation paid."""
    tournament = tournaments.find(code)
    found = get_object_or_404(Donation, pk=donation_id, tournament=tournament)
    by = requests.when(request)
    if request.POST.get("what") == "pay":
        giving.pay(donation_id=found.pk, **by)
    else:
        chosen = get_object_or_404(tournament.charities, pk=requests.number(request, "charity"))
        giving.choose(donation_id=found.pk, charity_id=chosen.pk, **by)
    messages.success(request, "Saved.")
    return redirect("giving", code=tournament.code)


@require_safe
def certificate(request: requests.Request, code: str, donation_id: int) -> HttpResponse:
    """A certificate of the donation, to print."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    rows = [row for row in giving_queries.rows(tournament) if row.id == donation_id]
    row = next(iter(rows), None)
    if row is None or not row.charity:
        return redirect("giving", code=tournament.code)
    context = {"tournament": tournaments.heading(tournament), "donation": row}
    return render(request, "console/certificate.html", context)


@require_safe
def clubs_page(request: requests.Request, code: str) -> HttpResponse:
    """Who plays for which club, and how the clubs stand."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "clubs": club_queries.page(tournament),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
    }
    return render(request, "console/clubs.html", context)


@require_POST
def assign(request: requests.Request, code: str) -> HttpResponse:
    """Each entry's club."""
    tournament = tournaments.find(code)
    entries = tournament.entries.values_list("pk", flat=True)
    wanted = {entry: requests.text(request, f"club-{entry}") for entry in entries}
    clubs.assign(wanted, tournament_id=tournament.pk, actor=request.actor, now=requests.now())
    messages.success(request, "Clubs saved.")
    return redirect("clubs", code=tournament.code)
