"""Director and floor: the console, the draw, moves, rebuys and calls."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from engine.seating import Place
from tables.models import FloorCall
from tables.queries import console as console_queries
from tables.services import endings, floor, rebuys, seating
from tournament import http
from tournament.models import Tournament
from tournament.permissions import Permission, may, require
from tournament.queries import sounds
from tournament.queries import tournaments as tournament_queries
from tournament.services import tournaments


@require_safe
def console(request: http.Request, code: str) -> HttpResponse:
    """The evening on one page."""
    tournament = tournament_queries.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    context = {
        "tournament": tournament_queries.heading(tournament),
        "console": console_queries.picture(tournament, now=http.now()),
        "sounds": sounds.choices(tournament),
        "push_url": f"/ws/t/{tournament.code}/console/",
        "may_run_clock": may(request.actor, Permission.RUN_CLOCK, tournament.pk),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
    }
    return render(request, "console/console.html", context)


@require_POST
def draw(request: http.Request, code: str) -> HttpResponse:
    """Seat everybody by ballot."""
    tournament = tournament_queries.find(code)
    seating.draw(tournament_id=tournament.pk, actor=request.actor, now=http.now())
    return _back(request, tournament, "Seats are drawn.")


@require_POST
def clear_draw(request: http.Request, code: str) -> HttpResponse:
    """Take the draw back."""
    tournament = tournament_queries.find(code)
    seating.clear_draw(tournament_id=tournament.pk, actor=request.actor, now=http.now())
    return _back(request, tournament, "The draw is taken back; registration is open.")


@require_POST
def start(request: http.Request, code: str) -> HttpResponse:
    """Shuffle up and deal."""
    tournament = tournament_queries.find(code)
    seating.start_play(tournament_id=tournament.pk, actor=request.actor, now=http.now())
    return _back(request, tournament, "Shuffle up and deal: the clock is running.")


@require_POST
def reopen(request: http.Request, code: str) -> HttpResponse:
    """Take the finish back."""
    tournament = tournament_queries.find(code)
    tournaments.reopen(tournament_id=tournament.pk, actor=request.actor, now=http.now())
    return _back(request, tournament, "The tournament is open again; the clock is stopped.")


@require_POST
def finish_by_chips(request: http.Request, code: str) -> HttpResponse:
    """The clock has ended play: places by chip counts."""
    tournament = tournament_queries.find(code)
    endings.finish_by_chips(tournament_id=tournament.pk, actor=request.actor, now=http.now())
    return _back(request, tournament, "The places are on the leaderboard.")


@require_POST
def move(request: http.Request, code: str) -> HttpResponse:
    """Accept a proposed move, or make one by hand."""
    tournament = tournament_queries.find(code)
    seating.move_player(
        tournament_id=tournament.pk,
        entry_id=http.number(request, "entry"),
        to=Place(http.number(request, "table"), http.number(request, "seat")),
        reason=http.text(request, "reason") or "moved by the floor",
        actor=request.actor,
        now=http.now(),
    )
    return _back(request, tournament, "The move is on every screen.")


@require_POST
def break_table(request: http.Request, code: str, number: int) -> HttpResponse:
    """Close a table and redraw its players."""
    tournament = tournament_queries.find(code)
    seating.break_table(
        tournament_id=tournament.pk, number=number, actor=request.actor, now=http.now()
    )
    return _back(request, tournament, f"Table {number} is broken; everybody has a new seat.")


@require_POST
def rebuy(request: http.Request, code: str) -> HttpResponse:
    """Sell a rebuy."""
    tournament = tournament_queries.find(code)
    entry = rebuys.rebuy(
        tournament_id=tournament.pk,
        entry_id=http.number(request, "entry"),
        actor=request.actor,
        now=http.now(),
    )
    return _back(request, tournament, f"{entry.name} has bought again.")


@require_POST
def decline_rebuy(request: http.Request, code: str) -> HttpResponse:
    """A player without chips is out."""
    tournament = tournament_queries.find(code)
    rebuys.decline(
        tournament_id=tournament.pk,
        entry_id=http.number(request, "entry"),
        actor=request.actor,
        now=http.now(),
    )
    return _back(request, tournament, "Noted: the player is out.")


@require_POST
def answer_call(request: http.Request, code: str, call_id: int) -> HttpResponse:
    """The floor has been at the table."""
    tournament = tournament_queries.find(code)
    call = get_object_or_404(FloorCall, pk=call_id, table__tournament=tournament)
    clause = http.text(request, "clause")
    ruling = http.text(request, "ruling") + (f" ({clause})" if clause else "")
    floor.answer(call_id=call.pk, ruling=ruling, actor=request.actor, now=http.now())
    return _back(request, tournament, "The call is answered.")


def _back(request: http.Request, tournament: Tournament, sentence: str) -> HttpResponse:
    """An htmx form is answered by the push; a plain one by the console and a sentence."""
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204)
    messages.success(request, sentence)
    return redirect("console", code=tournament.code)
