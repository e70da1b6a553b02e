"""Desk: find a player, sell what is on sale, give what is given."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from engine.office.money import Method
from engine.refusal import Refused
from tables.chips.queries import desk as desk_queries
from tables.chips.services import purchases
from tables.models import ChipRequest
from tournament import requests
from tournament.entries.entry_forms import EntryForm
from tournament.entries.queries import entry_terms as term_queries
from tournament.entries.services import entries, entry_terms
from tournament.models import Tournament
from tournament.permissions import Permission, may, require
from tournament.setup.queries import tournaments
from tournament.views.desk import entered_words, sentence


@require_safe
def desk(request: requests.Request, code: str) -> HttpResponse:
    """Who may buy what now; a name, number or ticket in the one field opens its card."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.SELL_CHIPS, tournament.pk)
    words = request.GET.get("find", "").replace("\0", "").strip()[:80]
    return _desk(request, tournament, words)


def _desk(
    request: requests.Request,
    tournament: Tournament,
    words: str,
    *,
    form: EntryForm | None = None,
    status: int = 200,
) -> HttpResponse:
    page = desk_queries.page(tournament, now=requests.now())
    found = desk_queries.found(tournament, words, page) if words else None
    if found is not None and found["can_enter"] and form is None:
        form = EntryForm(None, tournament, term_queries.of(tournament))
        form.initial = {"name": words, **desk_queries.known(words)}
    context = {
        "tournament": tournaments.heading(tournament),
        "desk": page,
        "found": found,
        "form": form,
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
    }
    return render(request, "console/desk.html", context, status=status)


@require_POST
def enter(request: requests.Request, code: str) -> HttpResponse:
    """Enter somebody from the desk's card, with the money at once."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.REGISTER_PLAYERS, tournament.pk)
    form = EntryForm(request.POST, tournament, term_queries.of(tournament))
    words = requests.text(request, "name")[:80]
    if not form.is_valid():
        return _desk(request, tournament, words, form=form, status=422)
    try:
        entry = entries.register(
            tournament_id=tournament.pk,
            name=form.cleaned_data["name"],
            actor=request.actor,
            now=requests.now(),
            wish=form.wish(),
        )
    except Refused as refusal:
        name = form.cleaned_data["name"]
        entry_terms.note_too_young(
            refusal, tournament=tournament, name=name, actor=request.actor, now=requests.now()
        )
        form.add_error(None, sentence(refusal))
        return _desk(request, tournament, words, form=form, status=requests.status_of(refusal))
    return _back(request, tournament, entered_words(entry))


@require_POST
def sell(request: requests.Request, code: str) -> HttpResponse:
    """One purchase."""
    tournament = tournaments.find(code)
    entry = purchases.sell(
        tournament_id=tournament.pk,
        entry_id=requests.number(request, "entry"),
        kind=_wanted(request),
        actor=request.actor,
        now=requests.now(),
        command_id=requests.command_id(request),
    )
    return _back(request, tournament, f"Sold to {entry.name}.")


def _wanted(request: requests.Request) -> purchases.Purchase:
    """What is bought and how it is paid; a rebuy may come with the number of the ticket."""
    has_said = "method" in request.POST
    return purchases.Purchase(
        kind=requests.text(request, "kind"),
        method=requests.choice(request, "method", Method) if has_said else Method.CASH,
        ticket=requests.optional_number(request, "ticket"),
    )


@require_POST
def give(request: requests.Request, code: str) -> HttpResponse:
    """Free chips for everybody still in."""
    tournament = tournaments.find(code)
    count = purchases.give(
        tournament_id=tournament.pk,
        amount=requests.number(request, "amount"),
        only_table=requests.optional_number(request, "table"),
        actor=request.actor,
        now=requests.now(),
        command_id=requests.command_id(request),
    )
    return _back(request, tournament, f"{count} players have been given chips.")


@require_POST
def drop_request(request: requests.Request, code: str, request_id: int) -> HttpResponse:
    """A table's wish for a rebuy is not carried out."""
    tournament = tournaments.find(code)
    asked = get_object_or_404(ChipRequest, pk=request_id, table__tournament=tournament)
    purchases.drop_request(request_id=asked.pk, actor=request.actor, now=requests.now())
    return _back(request, tournament, "Noted.")


def _back(request: requests.Request, tournament: Tournament, sentence: str) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204)
    messages.success(request, sentence)
    return redirect("desk", code=tournament.code)
