"""Director and desk: entry tickets, numbered, printed, reconciled."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.refusal import Refused
from tournament import requests
from tournament.entries.entry_forms import TicketsForm
from tournament.entries.queries import tickets as ticket_queries
from tournament.entries.services import tickets
from tournament.house.queries import house
from tournament.models import TicketSheet, Tournament
from tournament.permissions import Permission, may, require
from tournament.records.papers import tickets as paper
from tournament.setup.queries import tournaments
from tournament.views.desk.desk import sentence


@require_http_methods(["GET", "POST"])
def page(request: requests.Request, code: str) -> HttpResponse:
    """What the tickets print and where each of them is."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.REGISTER_PLAYERS, tournament.pk)
    form = TicketsForm(requests.form_data(request), initial=ticket_queries.suggested(tournament))
    if request.method == "POST":
        require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
        if form.is_valid():
            try:
                _number(request, tournament, form)
            except Refused as refusal:
                form.add_error(None, sentence(refusal))
                return _page(request, tournament, form, requests.status_of(refusal))
            messages.success(request, "Tickets numbered. Print them, or sell them at the desk.")
            return redirect("tickets", code=tournament.code)
    return _page(request, tournament, form, requests.form_status(request))


def _number(request: requests.Request, tournament: Tournament, form: TicketsForm) -> None:
    tickets.number(
        tournament_id=tournament.pk,
        plan=tickets.Plan(**form.cleaned_data),
        actor=request.actor,
        now=requests.now(),
    )


def _page(
    request: requests.Request, tournament: Tournament, form: TicketsForm, status: int
) -> HttpResponse:
    context = {
        "tournament": tournaments.heading(tournament),
        "form": form,
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "tickets": ticket_queries.page(tournament),
    }
    return render(request, "console/tickets.html", context, status=status)


@require_POST
def void(request: requests.Request, code: str) -> HttpResponse:
    """A ticket that was spoilt before its sale."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.REGISTER_PLAYERS, tournament.pk)
    ticket = tickets.spoil(
        tournament_id=tournament.pk,
        ticket_number=requests.number(request, "ticket"),
        reason=requests.text(request, "reason"),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, f"Ticket {ticket.number} voided.")
    return redirect("tickets", code=tournament.code)


@require_safe
def printed(request: requests.Request, code: str) -> HttpResponse:
    """All tickets to print, or one of them again."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.REGISTER_PLAYERS, tournament.pk)
    sheet = TicketSheet.objects.select_related("tournament").filter(pk=tournament.pk).first()
    if sheet is None:
        raise Http404("No tickets have been numbered.")
    found = sheet.tickets.all()
    only = request.GET.get("number", "")
    if only.isascii() and only.isdigit() and len(only) < 8:
        found = found.filter(number=int(only))
    content = paper.write(sheet, list(found), head=house.letterhead(requests.site(request)))
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="tickets-{tournament.code}.pdf"'
    return answer


@require_safe
def mine(request: requests.Request, ticket: str) -> HttpResponse:
    """What a phone finds behind a ticket's code: the event, and whether the ticket is good."""
    found = ticket_queries.shown(ticket)
    if found is None:
        raise Http404("No such ticket.")
    heading = tournaments.heading(found.sheet.tournament)
    return render(request, "public/ticket.html", {"ticket": found, "tournament": heading})
