"""Desk, floor and director: entries."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods, require_POST

from engine.amounts import dollars
from engine.refusal import Refused
from tournament import requests
from tournament.entries.entry_forms import EntryForm, TermsForm, session_choices, told
from tournament.entries.queries import entries as entry_queries
from tournament.entries.queries import entry_terms as term_queries
from tournament.entries.services import entries, entry_terms
from tournament.forms import PlayerListForm
from tournament.models import Entry, Tournament
from tournament.permissions import Permission, may
from tournament.setup.queries import tournaments


@require_http_methods(["GET", "POST"])
def entries_page(request: requests.Request, code: str) -> HttpResponse:
    """Register players one after the other: name, Enter, next."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.REGISTER_PLAYERS, tournament.pk)
    form = EntryForm(requests.form_data(request), tournament, term_queries.of(tournament))
    if not form.is_valid():
        return page(request, tournament, form=form, status=requests.form_status(request))
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
        form.add_error("name", sentence(refusal))
        return page(request, tournament, form=form, status=requests.status_of(refusal))
    messages.success(request, entered_words(entry))
    return redirect("entries", code=tournament.code)


def sentence(refusal: Refused) -> str:
    """A refusal with the way to its clause, as a form says it beside the field."""
    if not refusal.clause:
        return refusal.why
    return format_html(
        "{} {}", refusal.why, render_to_string("public/_clause.html", {"refusal": refusal})
    )


def entered_words(entry: Entry) -> str:
    """What the desk is told when an entry is taken: number, money, and which ticket to hand out."""
    words = f"{entry.player.name} is entry {entry.number}"
    if entry.price:
        is_paid = entry_queries.paid_at(entry) is not None
        words += f", {dollars(entry.price)} {'paid' if is_paid else 'to pay'}"
    ticket = getattr(entry, "ticket", None)
    return f"{words}. Hand over ticket {ticket.number}." if ticket else f"{words}."


@require_POST
def register_list(request: requests.Request, code: str) -> HttpResponse:
    """Register a pasted list, all of it or nothing."""
    tournament = tournaments.find(code)
    form = PlayerListForm(request.POST)
    if not form.is_valid():
        return page(request, tournament, list_form=form, status=422)
    try:
        names = form.cleaned_data["names"].splitlines()
        count = entries.register_all(
            tournament_id=tournament.pk,
            names=names,
            actor=request.actor,
            now=requests.now(),
            wish=told(request.POST),
        )
    except Refused as refusal:
        form.add_error("names", sentence(refusal))
        return page(request, tournament, list_form=form, status=requests.status_of(refusal))
    messages.success(request, f"{count} players registered.")
    return redirect("entries", code=tournament.code)


@require_POST
def withdraw(request: requests.Request, code: str, number: int) -> HttpResponse:
    """Take an entry back before the draw."""
    tournament = tournaments.find(code)
    entry = get_object_or_404(tournament.entries, number=number)
    entry = entries.withdraw(
        entry_id=entry.pk,
        actor=request.actor,
        now=requests.now(),
        reason=requests.text(request, "reason"),
        is_refunded=request.POST.get("refund") == "yes",
    )
    messages.success(request, f"{entry.name}'s entry is cancelled.")
    return redirect("entries", code=tournament.code)


@require_POST
def check_in(request: requests.Request, code: str, number: int) -> HttpResponse:
    """Somebody is checked in."""
    tournament = tournaments.find(code)
    entry = get_object_or_404(tournament.entries, number=number)
    entry = entries.check_in(entry_id=entry.pk, actor=request.actor, now=requests.now())
    messages.success(request, f"{entry.name} is checked in.")
    return _back(request, tournament)


@require_POST
def substitute(request: requests.Request, code: str, number: int) -> HttpResponse:
    """Somebody else takes over an entry."""
    tournament = tournaments.find(code)
    entry = get_object_or_404(tournament.entries, number=number)
    entry = entries.substitute(
        entry_id=entry.pk,
        name=requests.text(request, "name"),
        reason=requests.text(request, "reason"),
        actor=request.actor,
        now=requests.now(),
        wish=told(request.POST),
    )
    messages.success(request, f"{entry.name} plays on entry {entry.number}.")
    return redirect("entries", code=tournament.code)


def _back(request: requests.Request, tournament: Tournament) -> HttpResponse:
    """To the page the button was on."""
    return redirect(
        "desk" if requests.text(request, "from") == "desk" else "entries", tournament.code
    )


def page(
    request: requests.Request,
    tournament: Tournament,
    *,
    form: EntryForm | None = None,
    list_form: PlayerListForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The entries with everything beside them."""
    requests.admit(request, Permission.REGISTER_PLAYERS, tournament.pk)
    terms = term_queries.of(tournament)
    rows = entry_queries.rows(tournament)
    asked = {"kind": terms.kind, "per_player": terms.per_player, "group": terms.group}
    asked |= {"late_minutes": terms.late_minutes, "minimum_age": terms.minimum_age}
    context = {
        "tournament": tournaments.heading(tournament),
        "form": form or EntryForm(None, tournament, terms),
        "list_form": list_form or PlayerListForm(),
        "terms_form": TermsForm(initial=asked, auto_id="terms_%s"),
        "terms_words": term_queries.words(tournament, terms),
        "needs": term_queries.needs(tournament, terms),
        "entries": rows,
        "count": entry_queries.count(rows),
        "beside": entry_queries.beside(tournament),
        "is_by_invitation": terms.kind == "invitation",
        "has_sessions": tournament.sessions.exists(),
        "open_sessions": session_choices(tournament),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "may_register": may(request.actor, Permission.REGISTER_PLAYERS, tournament.pk),
        "max_players": tournament.structure["max_players"],
        "min_players": tournament.structure["min_players"],
    }
    return render(request, "console/entries.html", context, status=status)
