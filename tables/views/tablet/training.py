"""Anybody who learns to deal: a practice table, judged by the book. No account is needed."""

from collections.abc import Callable
from secrets import token_hex
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.referee import reports
from engine.refusal import Refused
from tables.crew.queries import training as queries
from tables.crew.services import training
from tables.views.tablet import dealer
from tournament import requests


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: requests.Request) -> HttpResponse:
    """Choose a rulebook, a game and how many hands."""
    if request.method == "POST":
        choice = training.Choice(
            rules=requests.text(request, "rules"),
            hands=requests.number(request, "hands"),
            dealer=requests.text(request, "dealer"),
            is_scripted=request.POST.get("table") == "script",
        )
        visitor, now = requests.address(request), requests.now()
        made = training.begin(choice, visitor=visitor, seed=token_hex(8), now=now)
        return redirect("practice-table", token=made.token)
    context = {"books": queries.choices(), "hands": training.HANDS}
    return render(request, "dealer/practice.html", context)


@require_safe
@ensure_csrf_cookie
def table(request: requests.Request, token: UUID) -> HttpResponse:
    """The practice table on the same tablet as a real one."""
    found = queries.find(token)
    context = {"tournament": {"name": "Practice"}, "tablet": queries.picture(found)}
    return render(request, "dealer/tablet.html", context)


@require_safe
def happened(request: requests.Request, token: UUID) -> HttpResponse:
    """The sheet of the practice table."""
    answers = dealer.answers(request.GET)
    sheet = queries.sheet(queries.find(token), request.GET.get("what", ""), answers)
    return render(request, "dealer/_happened.html", {"sheet": sheet})


@require_safe
def mark(request: requests.Request, token: UUID) -> HttpResponse:
    """What it came to."""
    return render(request, "dealer/mark.html", {"mark": queries.result(queries.find(token))})


@require_POST
def command(request: requests.Request, token: UUID) -> HttpResponse:
    """One tap: done if it is what happened, explained if not."""
    refusal, status = None, 200
    try:
        _carry_out(request, token)
    except Refused as refused:
        refusal, status = requests.refusal_words(refused), requests.status_of(refused)
    picture = queries.picture(queries.find(token), refusal=refusal)
    return HttpResponse(render_to_string("dealer/_tablet.html", {"tablet": picture}), status=status)


def _carry_out(request: requests.Request, token: UUID) -> None:
    entry = training.Entry(
        token, requests.now(), requests.command_id(request), requests.number(request, "version")
    )
    wish = WISHES.get(request.POST.get("kind", ""), _act)
    wish(request, entry)


def _act(request: requests.Request, entry: training.Entry) -> None:
    wanted = dealer.read_command(request)
    training.enter(entry, lambda hand, rules: wanted)


def _report(request: requests.Request, entry: training.Entry) -> None:
    what, answers = requests.text(request, "what"), dealer.answers(request.POST)
    training.enter(entry, lambda hand, rules: reports.command(hand, rules, what, answers))


def _no_undo(request: requests.Request, entry: training.Entry) -> None:
    raise Refused("Nothing to undo: only correct entries are recorded here.")


WISHES: dict[str, Callable[[requests.Request, training.Entry], None]] = {
    "start_hand": lambda request, entry: training.deal(entry),
    "call_floor": lambda request, entry: training.ask(entry),
    "happened": _report,
    "undo": _no_undo,
}
