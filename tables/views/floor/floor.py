"""The floor at one table: a call with the hand so far, a ruling, a penalty, time."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tables.commands import TableCommand
from tables.conduct.queries import floor as floor_queries
from tables.conduct.services import absences, owed_blinds, penalties, timing, withdrawals
from tables.models import Table
from tables.play.services import results
from tables.seating.queries import tables as table_queries
from tournament import doors, requests
from tournament.permissions import Permission, require
from tournament.setup.queries import tournaments


@require_safe
def table(request: requests.Request, code: str, number: int) -> HttpResponse:
    """What a ruling at this table needs."""
    tournament = tournaments.find(code)
    found = table_queries.find(tournament, number)
    requests.admit(request, Permission.RULE, tournament.pk)
    return render(request, "console/floor.html", _context(request, found))


@require_safe
def panel(request: requests.Request, code: str, number: int) -> HttpResponse:
    """The same, opened beside the page one is on."""
    tournament = tournaments.find(code)
    found = table_queries.find(tournament, number)
    requests.admit(request, Permission.RULE, tournament.pk)
    return render(request, "console/_floor_panel.html", _context(request, found))


def _context(request: requests.Request, found: Table) -> dict[str, object]:
    tournament = found.tournament
    return {
        "tournament": tournaments.heading(tournament),
        "floor": floor_queries.picture(found, now=requests.now()),
        "opened": doors.opened_to(request.actor, tournament.pk),
        "push_url": f"/ws/t/{tournament.code}/tables/{found.number}/floor/",
    }


@require_POST
def act(request: requests.Request, code: str, number: int) -> HttpResponse:
    """What the floor does at the table: penalise, call time, mark a player away or back."""
    tournament = tournaments.find(code)
    found = table_queries.find(tournament, number)
    require(request.actor, Permission.RULE, tournament.pk)
    doing = ACTS.get(request.POST.get("kind", ""))
    if doing is None:
        raise requests.Malformed("The page sent an unknown command. Reload it.")
    wanted = TableCommand(
        found.pk,
        request.actor,
        requests.now(),
        requests.command_id(request),
        requests.number(request, "version"),
    )
    sentence = doing(request, wanted)
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204)
    messages.success(request, sentence)
    return redirect("floor-table", code=tournament.code, number=found.number)


def _penalise(request: requests.Request, wanted: TableCommand) -> str:
    kind, _, amount = requests.text(request, "penalty").partition(" ")
    penalties.give(
        wanted,
        seat=requests.number(request, "seat"),
        kind=kind,
        amount=int(amount) if amount.isascii() and amount.isdigit() else 0,
        reason=requests.text(request, "reason"),
    )
    return "Penalty recorded; it starts next hand."


def _call_time(request: requests.Request, wanted: TableCommand) -> str:
    timing.call(
        wanted,
        seat=requests.number(request, "seat"),
        seconds=requests.optional_number(request, "seconds"),
    )
    return "Time called; the tablet counts down."


def _time_up(request: requests.Request, wanted: TableCommand) -> str:
    timing.expire(wanted, seat=requests.number(request, "seat"))
    return "Time ended."


def _absence(request: requests.Request, wanted: TableCommand) -> str:
    is_absent = request.POST["kind"] == "absent"
    absences.set_absent(
        wanted,
        seat=requests.number(request, "seat"),
        is_absent=is_absent,
    )
    return "Player marked away." if is_absent else "Player marked back."


def _owing(request: requests.Request, wanted: TableCommand) -> str:
    owes = request.POST["kind"] == "owes_blinds"
    owed_blinds.set_owing(
        wanted,
        seat=requests.number(request, "seat"),
        owes=owes,
    )
    return "Missed blinds are posted with the next hand." if owes else "Missed blinds cancelled."


def _withdraw(request: requests.Request, wanted: TableCommand) -> str:
    withdrawals.withdraw(
        wanted, seat=requests.number(request, "seat"), grounds=requests.text(request, "grounds")
    )
    return "Player withdrawn; their chips are out of play."


def _bust(request: requests.Request, wanted: TableCommand) -> str:
    results.count_out(
        wanted, seat=requests.number(request, "seat"), taker=requests.number(request, "taker")
    )
    return "Player out; the chips are with who took them."


ACTS: dict[str, Callable[[requests.Request, TableCommand], str]] = {
    "penalise": _penalise,
    "call_time": _call_time,
    "time_up": _time_up,
    "absent": _absence,
    "back": _absence,
    "owes_blinds": _owing,
    "owes_nothing": _owing,
    "withdraw": _withdraw,
    "bust": _bust,
}
