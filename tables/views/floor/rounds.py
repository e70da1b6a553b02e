"""Director: race-offs and everything else that is called between hands."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tables.commands import TableCommand
from tables.crew.services import timekeeping
from tables.procedures.queries import rounds as round_queries
from tables.procedures.services import (
    face_down,
    hand_for_hand,
    last_hands,
    raceoffs,
    special_rounds,
)
from tables.seating.queries import tables as table_queries
from tournament import requests
from tournament.models import Tournament
from tournament.permissions import Permission, may, require
from tournament.setup.queries import tournaments


@require_safe
def rounds(request: requests.Request, code: str) -> HttpResponse:
    """What this tournament calls between hands, and how."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "rounds": round_queries.picture(tournament),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
    }
    return render(request, "console/rounds.html", context)


@require_POST
def race_off_choice(request: requests.Request, code: str) -> HttpResponse:
    """How chips are raced off."""
    tournament = tournaments.find(code)
    raceoffs.choose(
        tournament_id=tournament.pk,
        method=requests.text(request, "method"),
        rounding=requests.text(request, "rounding"),
        actor=request.actor,
        now=requests.now(),
    )
    return _back(request, tournament, "Race-off method saved.")


@require_POST
def bonus_plan(request: requests.Request, code: str) -> HttpResponse:
    """How many bonus rounds there are, and what each adds."""
    tournament = tournaments.find(code)
    special_rounds.fix_plan(
        tournament_id=tournament.pk,
        amounts=_amounts(requests.text(request, "amounts")),
        actor=request.actor,
        now=requests.now(),
    )
    return _back(request, tournament, "Bonus rounds saved.")


def _amounts(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        raise requests.Malformed(
            "Enter the chips of each bonus round as numbers, such as 1000 2000."
        )
    return tuple(int(word) for word in words)


@require_POST
def call_round(request: requests.Request, code: str) -> HttpResponse:
    """The next hand is a bonus or elimination round."""
    tournament = tournaments.find(code)
    wish = special_rounds.Call(
        kind=requests.text(request, "kind"),
        is_announced=requests.text(request, "announced") == "yes",
        only_table=requests.optional_number(request, "table"),
    )
    special_rounds.call(
        wish,
        tournament_id=tournament.pk,
        actor=request.actor,
        now=requests.now(),
        command_id=requests.command_id(request),
    )
    return _back(request, tournament, "Round called; the tablets show it before the deal.")


@require_POST
def begin_hand_for_hand(request: requests.Request, code: str) -> HttpResponse:
    """Every table deals one hand, then waits for the others."""
    tournament = tournaments.find(code)
    hand_for_hand.begin(
        tournament_id=tournament.pk,
        minutes=requests.number(request, "minutes"),
        actor=request.actor,
        now=requests.now(),
    )
    return _to_console(request, tournament, "Hand-for-hand is on: announce it.")


@require_POST
def turn_up(request: requests.Request, code: str, number: int) -> HttpResponse:
    """The all-in hands of one table may be turned up."""
    tournament = tournaments.find(code)
    table = table_queries.find(tournament, number)
    face_down.turn_up(TableCommand(table.pk, request.actor, requests.now()))
    return _to_console(request, tournament, f"Table {number} may turn up its hands.")


@require_POST
def end_hand_for_hand(request: requests.Request, code: str) -> HttpResponse:
    """Everybody can deal again."""
    tournament = tournaments.find(code)
    hand_for_hand.end(tournament_id=tournament.pk, actor=request.actor, now=requests.now())
    return _to_console(request, tournament, "Hand-for-hand ended; the clock runs.")


@require_POST
def take_back_end_of_hand_for_hand(request: requests.Request, code: str) -> HttpResponse:
    """It was ended too soon."""
    tournament = tournaments.find(code)
    hand_for_hand.take_back_end(
        tournament_id=tournament.pk, actor=request.actor, now=requests.now()
    )
    return _to_console(request, tournament, "Hand-for-hand resumed.")


@require_POST
def confirm_race_off(request: requests.Request, code: str, race_off_id: int) -> HttpResponse:
    """The chips taken out of play have been counted."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
    done = raceoffs.confirm(
        tournament_id=tournament.pk,
        race_off_id=race_off_id,
        counted=requests.number(request, "counted"),
        actor=request.actor,
        now=requests.now(),
    )
    return _back(request, tournament, f"Count confirmed: table {done.table.number} can deal again.")


@require_POST
def delegate_timer(request: requests.Request, code: str) -> HttpResponse:
    """A table's tablet stops and starts the clock, or no longer does."""
    tournament = tournaments.find(code)
    timekeeping.delegate(
        tournament_id=tournament.pk,
        number=requests.optional_number(request, "table"),
        actor=request.actor,
        now=requests.now(),
    )
    return _to_console(request, tournament, "Timekeeping table set.")


@require_POST
def announce_last_hands(request: requests.Request, code: str) -> HttpResponse:
    """So many more hands at every table."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_CLOCK, tournament.pk)
    last_hands.announce(
        tournament_id=tournament.pk,
        hands=requests.number(request, "hands"),
        actor=request.actor,
        now=requests.now(),
        command_id=requests.command_id(request),
    )
    return _to_console(request, tournament, "Last hands announced on every tablet.")


@require_POST
def withdraw_last_hands(request: requests.Request, code: str) -> HttpResponse:
    """Play goes on after all."""
    tournament = tournaments.find(code)
    last_hands.withdraw(tournament_id=tournament.pk, actor=request.actor, now=requests.now())
    return _to_console(request, tournament, "Last hands cancelled.")


def _to_console(request: requests.Request, tournament: Tournament, sentence: str) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204)
    messages.success(request, sentence)
    return redirect("console", code=tournament.code)


def _back(request: requests.Request, tournament: Tournament, sentence: str) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204)
    messages.success(request, sentence)
    return redirect("rounds", code=tournament.code)
