"""Desk: find a player, sell what is on sale, give what is given."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.office.law.money import Method
from engine.office.money import CHIPS, Sold
from engine.refusal import Refused
from tables.chips.queries import desk as desk_queries
from tables.chips.services import purchases, sales
from tables.console.queries.to_do import Press
from tables.models import ChipRequest
from tables.views.console import buttons
from tournament import requests
from tournament.entries.entry_forms import EntryForm
from tournament.entries.queries import entry_terms as term_queries
from tournament.entries.queries import players as player_queries
from tournament.entries.services import entries, entry_terms
from tournament.models import Entry, Tournament
from tournament.money.queries import money_page
from tournament.permissions import Permission, may, require
from tournament.setup.queries import tournaments
from tournament.views.desk.desk import entered_words, sentence

SELLING = buttons.SELLING


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
    if found is not None and found.can_enter and form is None:
        form = EntryForm(None, tournament, term_queries.of(tournament))
        people = player_queries.within_reach(request.actor, tournament)
        form.initial = {"name": words, **desk_queries.known(people, words)}
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
    return buttons.back(request, tournament, _entered(tournament, entry), then="desk")


def _entered(tournament: Tournament, entry: Entry) -> buttons.Said:
    """Number, money and receipt; after the draw also the button for a seat."""
    words, receipt = entered_words(entry), entry.money.filter(kind="entry", voided_by=None).last()
    seat = Press(
        url=reverse("seats-act", kwargs={"code": tournament.code}),
        label="Draw a seat",
        fields={"kind": "give_seat", "entry": entry.pk, "then": "desk"},
    )
    is_late = tournament.state in (TournamentState.SEATED, TournamentState.RUNNING)
    if receipt is None:
        return buttons.Said(words, seat if is_late else None)
    token = money_page.token(receipt)
    return buttons.Said(words, seat if is_late else None, receipt.number, token)


@require_POST
def sell(request: requests.Request, code: str) -> HttpResponse:
    """A rebuy, a top-up or an add-on, from whichever page; a rebuy may come with its ticket."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SELL_CHIPS, tournament.pk)
    what = requests.choice(request, "kind", Sold)
    if what not in CHIPS:
        raise requests.Malformed("Choose a rebuy, top-up or add-on.")
    wanted = sales.Purchase(what, _method(request), requests.optional_number(request, "ticket"))
    return _sell(request, tournament, requests.number(request, "entry"), wanted)


@require_POST
def pay(request: requests.Request, code: str, number: int) -> HttpResponse:
    """An entry that was to pay later, from whichever page."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.REGISTER_PLAYERS, tournament.pk)
    entry = get_object_or_404(tournament.entries, number=number)
    return _sell(request, tournament, entry.pk, sales.Purchase(Sold.ENTRY, _method(request)))


def _method(request: requests.Request) -> Method:
    has_said = "method" in request.POST
    return requests.choice(request, "method", Method) if has_said else Method.CASH


def _sell(
    request: requests.Request, tournament: Tournament, entry_id: int, wanted: sales.Purchase
) -> HttpResponse:
    sale = sales.sell(
        wanted,
        tournament_id=tournament.pk,
        entry_id=entry_id,
        actor=request.actor,
        now=requests.now(),
        command_id=requests.command_id(request),
    )
    then = requests.text(request, "from")
    page = then if then in SELLING else "desk"
    return buttons.back(request, tournament, _sold(tournament, sale, page), then=page)


def _sold(tournament: Tournament, sale: sales.Sale, page: str) -> buttons.Said:
    """What was sold, with its receipt, and for chips the way back."""
    receipt = sale.receipt
    if receipt is None:
        return buttons.Said(sale.words)
    where = {"code": tournament.code, "number": receipt.number}
    undo = Press(
        url=reverse("money-void", kwargs=where),
        label="Undo",
        fields={"reason": f"{sale.what.words} undone right after", "from": page},
    )
    words = f"{sale.words} {dollars(money_page.paid(receipt))} {receipt.method}."
    token = money_page.token(receipt)
    return buttons.Said(words, undo if sale.what in CHIPS else None, receipt.number, token)


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
    return _back(request, tournament, f"{count} players received chips.")


@require_POST
def drop_request(request: requests.Request, code: str, request_id: int) -> HttpResponse:
    """A table's wish for a rebuy is not carried out."""
    tournament = tournaments.find(code)
    asked = get_object_or_404(ChipRequest, pk=request_id, table__tournament=tournament)
    purchases.drop_request(request_id=asked.pk, actor=request.actor, now=requests.now())
    return _back(request, tournament, "Saved.")


def _back(request: requests.Request, tournament: Tournament, sentence: str) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204)
    messages.success(request, sentence)
    return redirect("desk", code=tournament.code)
