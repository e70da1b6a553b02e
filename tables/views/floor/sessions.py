"""Director: sessions, heats and finals."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from engine.refusal import Refused
from tables.sessions.queries import sessions as outcome_queries
from tables.sessions.services import sessions as table_sessions
from tournament import requests
from tournament.entries.entry_forms import SessionForm
from tournament.models import Tournament
from tournament.permissions import Permission, may, require
from tournament.setup.queries import sessions as session_queries
from tournament.setup.queries import tournaments
from tournament.setup.services import sessions
from tournament.views.desk.desk import sentence
from tournament.views.prizes import placings


@require_http_methods(["GET", "POST"])
def page(request: requests.Request, code: str) -> HttpResponse:
    """The plan, how the session in play stands, and who qualified."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    form = SessionForm(requests.form_data(request), tournament=tournament)
    if request.method == "POST":
        return _plan(request, tournament, form)
    return _page(request, tournament, form)


def _plan(
    request: requests.Request, tournament: Tournament, form: SessionForm, number: int | None = None
) -> HttpResponse:
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
    if not form.is_valid():
        return _page(request, tournament, form, number=number, status=422)
    try:
        session = sessions.plan(
            tournament_id=tournament.pk,
            wanted=sessions.Plan(**form.cleaned_data),
            actor=request.actor,
            now=requests.now(),
            number=number,
            reason=requests.text(request, "reason"),
        )
    except Refused as refusal:
        form.add_error(None, sentence(refusal))
        status = requests.status_of(refusal)
        return _page(request, tournament, form, number=number, status=status)
    messages.success(request, f"{session.title} added to the plan.")
    return redirect("sessions", code=tournament.code)


@require_http_methods(["GET", "POST"])
def change(request: requests.Request, code: str, number: int) -> HttpResponse:
    """Change a session that has not begun."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
    found = get_object_or_404(tournament.sessions, number=number)
    fields = [field for field in SessionForm.base_fields if field != "advances_to"]
    known = {field: getattr(found, field) for field in fields}
    known["advances_to"] = found.advances_to.number if found.advances_to else ""
    form = SessionForm(requests.form_data(request), initial=known, tournament=tournament)
    if request.method == "POST":
        return _plan(request, tournament, form, number)
    return _page(request, tournament, form, number=number)


def _page(
    request: requests.Request,
    tournament: Tournament,
    form: SessionForm,
    *,
    number: int | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "tournament": tournaments.heading(tournament),
        "form": form,
        "changes": number,
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "may_rule": may(request.actor, Permission.RULE, tournament.pk),
        "plan": session_queries.page(tournament, now=requests.now()),
        "outcome": outcome_queries.page(tournament, now=requests.now()),
    }
    return render(request, "console/sessions.html", context, status=status)


@require_POST
def remove(request: requests.Request, code: str, number: int) -> HttpResponse:
    """Take a session off the plan."""
    tournament = tournaments.find(code)
    sessions.remove(
        tournament_id=tournament.pk,
        number=number,
        actor=request.actor,
        now=requests.now(),
        reason=requests.text(request, "reason"),
    )
    return _back(request, tournament, "Session removed from the plan.")


@require_POST
def stop(request: requests.Request, code: str) -> HttpResponse:
    """No more hands in this session."""
    tournament = tournaments.find(code)
    table_sessions.stop(
        tournament_id=tournament.pk,
        reason=requests.text(request, "reason"),
        actor=request.actor,
        now=requests.now(),
    )
    return _back(request, tournament, "Hands in progress finish; no new hands start.")


@require_POST
def end(request: requests.Request, code: str) -> HttpResponse:
    """Results are fixed; winners go on."""
    tournament = tournaments.find(code)
    counted = {
        int(name.removeprefix("table-")): requests.number(request, name)
        for name in request.POST
        if name.removeprefix("table-").isdecimal() and request.POST[name].strip()
    }
    session = table_sessions.end(
        tournament_id=tournament.pk, actor=request.actor, now=requests.now(), counted=counted
    )
    return _back(request, tournament, f"{session.title} is over; qualifiers are entered.")


@require_POST
def decide(request: requests.Request, code: str) -> HttpResponse:
    """Cards or a ruling between players who are equal at the line."""
    tournament = tournaments.find(code)
    table_sessions.decide(placings.answer(request), **requests.by(request, tournament))
    return _back(request, tournament, "Order decided.")


@require_POST
def second_chance(request: requests.Request, code: str, number: int) -> HttpResponse:
    """Let players in who did not advance."""
    tournament = tournaments.find(code)
    chosen = [int(word) for word in request.POST.getlist("entry") if word.isdecimal()]
    count = sessions.let_in_again(
        tournament_id=tournament.pk,
        number=number,
        chosen=chosen,
        actor=request.actor,
        now=requests.now(),
    )
    return _back(request, tournament, f"{count} have a second chance.")


@require_POST
def allocate(request: requests.Request, code: str) -> HttpResponse:
    """Put an entry into another session."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.REGISTER_PLAYERS, tournament.pk)
    entry = get_object_or_404(tournament.entries, number=requests.number(request, "number"))
    entry = sessions.allocate(
        entry_id=entry.pk,
        number=requests.number(request, "session"),
        actor=request.actor,
        now=requests.now(),
    )
    return _back(request, tournament, f"{entry.name} moved to {entry.session}.")


def _back(request: requests.Request, tournament: Tournament, words: str) -> HttpResponse:
    messages.success(request, words)
    return redirect("sessions", code=tournament.code)
