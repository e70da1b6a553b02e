"""Director and floor: the console and its buttons."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine.lifecycle import TournamentState
from engine.rulebooks.citing import cite
from engine.seating.seating import Place
from tables.chips.services import rebuys
from tables.commands import TableCommand
from tables.conduct.services import absences, disputes
from tables.console.queries import console as console_queries
from tables.console.queries.to_do import Press
from tables.models import FloorCall
from tables.results.services import endings
from tables.seating.services import arrivals, finals, seat_checks, seat_orders, seating
from tables.seating.services.sitting import Order
from tables.sessions.services import false_starts
from tables.views.console.buttons import Said, button
from tournament import doors, requests
from tournament.clock.queries import sounds
from tournament.models import Tournament
from tournament.permissions import Permission, require
from tournament.setup.queries import tournaments as tournament_queries
from tournament.setup.services import tournaments

AFTER_HAND = "A hand is in play: it is done when that hand has ended."


@require_safe
def console(request: requests.Request, code: str) -> HttpResponse:
    """The evening on one page."""
    tournament = tournament_queries.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    context = {
        "tournament": tournament_queries.heading(tournament),
        "console": console_queries.picture(
            tournament, now=requests.now(), user_id=request.actor.user_id
        ),
        "sounds": sounds.choices(tournament),
        "push_url": f"/ws/t/{tournament.code}/console/",
        "opened": doors.opened_to(request.actor, tournament.pk),
    }
    return render(request, "console/console.html", context)


@button()
def draw(request: requests.Request, tournament: Tournament) -> str | Said:
    """Seat everybody, by ballot or as the book has it."""
    method = requests.text(request, "method")
    warnings = seating.draw(**requests.by(request, tournament), method=method)
    return Said(" ".join(["Seats drawn.", *warnings]), _undo("clear-draw", tournament))


@button()
def clear_draw(request: requests.Request, tournament: Tournament) -> str:
    """Take the draw back."""
    seating.clear_draw(**requests.by(request, tournament), reason=requests.text(request, "reason"))
    return "Draw cancelled; registration is open."


@button()
def start(request: requests.Request, tournament: Tournament) -> str:
    """Shuffle up and deal."""
    seating.start_play(**requests.by(request, tournament))
    return "Shuffle up and deal: the clock is running."


@button()
def take_back_start(request: requests.Request, tournament: Tournament) -> str:
    """It was pressed too soon."""
    false_starts.take_back(**requests.by(request, tournament))
    return "Start undone: the clock waits, and all players keep their seats."


@button()
def reopen(request: requests.Request, tournament: Tournament) -> str:
    """Take the finish back."""
    is_confirmed = request.POST.get("is_confirmed") == "on"
    tournaments.reopen(**requests.by(request, tournament), is_confirmed=is_confirmed)
    return "Finish undone: the tournament is open again and its clock paused."


@button()
def finish_by_chips(request: requests.Request, tournament: Tournament) -> str:
    """The clock has ended play: places by chip counts."""
    endings.finish_by_chips(**requests.by(request, tournament))
    return "Places set; they are on the leaderboard."


@button()
def move(request: requests.Request, tournament: Tournament) -> str | Said:
    """Accept a proposed move, or make one by hand."""
    order = Order(
        requests.text(request, "reason") or "moved by the floor",
        requests.text(request, "clause"),
        carried_by=requests.text(request, "carried_by"),
        settles_dispute="settles_dispute" in request.POST,
        despite_pair="despite_pair" in request.POST,
    )
    entry_id = requests.number(request, "entry")
    waits = seating.move_player(
        **requests.by(request, tournament),
        entry_id=entry_id,
        to=Place(requests.number(request, "table"), requests.number(request, "seat")),
        order=order,
    )
    if waits:
        return AFTER_HAND
    undo = _undo("turn-back", tournament, entry=entry_id)
    return Said("Move made; it is on every screen.", undo)


def _undo(name: str, tournament: Tournament, number: int = 0, **fields: int) -> Press:
    """The toast's button that takes back what was just done."""
    where = {"code": tournament.code} | ({"number": number} if number else {})
    return Press(url=reverse(name, kwargs=where), label="Undo", fields={**fields})


@button()
def turn_back(request: requests.Request, tournament: Tournament) -> str:
    """Take a move back while the player is on the way."""
    arrivals.turn_back(
        **requests.by(request, tournament), entry_id=requests.number(request, "entry")
    )
    return "Move undone."


@button()
def confirm_absence(request: requests.Request, tournament: Tournament) -> str:
    """The director's word that a player is away: from now on their chips are taken."""
    require(request.actor, Permission.RULE, tournament.pk)
    table = get_object_or_404(tournament.tables, number=requests.number(request, "table"))
    absences.set_absent(
        TableCommand(table.pk, request.actor, requests.now()),
        seat=requests.number(request, "seat"),
        is_absent=True,
    )
    return "Confirmed: the player is away."


@button()
def arrived(request: requests.Request, tournament: Tournament) -> str:
    """The floor confirms that a player sits where they should with the chips they should have."""
    require(request.actor, Permission.SEAT_PLAYERS, tournament.pk)
    table = get_object_or_404(tournament.tables, number=requests.number(request, "table"))
    wanted = TableCommand(table.pk, request.actor, requests.now())
    counted = requests.optional_number(request, "stack")
    arrivals.confirm(wanted, seat=requests.number(request, "seat"), stack=counted)
    return "Player seated."


@button()
def break_table(request: requests.Request, tournament: Tournament, number: int) -> str | Said:
    """Close a table and redraw its players."""
    carried_by = requests.text(request, "carried_by")
    broken = seating.break_table(
        **requests.by(request, tournament),
        number=number,
        carried_by=carried_by,
        emergency=requests.text(request, "emergency"),
    )
    if broken.waits:
        return AFTER_HAND
    done = f"Table {number} broken; every player has a new seat."
    undo = _undo("break-undo", tournament, number)
    return Said(" ".join([done, *broken.warnings]), undo)


@button()
def undo_break(request: requests.Request, tournament: Tournament, number: int) -> str:
    """The table plays on: its players are still on the way, and come back."""
    arrivals.reopen(**requests.by(request, tournament), number=number)
    return f"Table {number} is open again; its players keep their seats."


@button()
def final_table(request: requests.Request, tournament: Tournament) -> str:
    """Bring those who are left together."""
    carried_by = requests.text(request, "carried_by")
    waits = finals.bring_together(**requests.by(request, tournament), carried_by=carried_by)
    return AFTER_HAND if waits else "Final table drawn."


@button()
def withdraw_order(request: requests.Request, tournament: Tournament, order_id: int) -> str:
    """Take back what was ordered and waits for a hand to end."""
    seat_orders.withdraw(**requests.by(request, tournament), order_id=order_id)
    return "Order withdrawn."


@button()
def ask_for_seats(request: requests.Request, tournament: Tournament) -> str:
    """Every table confirms who sits there."""
    seat_checks.ask(**requests.by(request, tournament))
    return "Every tablet has been asked to confirm its seats."


@button()
def drop_seat_check(request: requests.Request, tournament: Tournament) -> str:
    """The check is not needed any more."""
    seat_checks.drop(**requests.by(request, tournament))
    return "Seat check cancelled."


@button()
def in_the_money(request: requests.Request, tournament: Tournament) -> str:
    """Announce the money, when every table has confirmed."""
    return seat_checks.announce(**requests.by(request, tournament))


@button()
def decline_rebuy(request: requests.Request, tournament: Tournament) -> str | Said:
    """A player without chips is out."""
    entry_id = requests.number(request, "entry")
    rebuys.decline(**requests.by(request, tournament), entry_id=entry_id)
    tournament.refresh_from_db(fields=["state"])
    is_over = tournament.state != TournamentState.RUNNING
    undo = None if is_over else _undo("decline-undo", tournament, entry=entry_id)
    return Said("Player eliminated.", undo)


@button()
def undo_decline(request: requests.Request, tournament: Tournament) -> str:
    """The player may rebuy after all."""
    rebuys.wait_again(
        **requests.by(request, tournament), entry_id=requests.number(request, "entry")
    )
    return "The player may rebuy again."


@button()
def answer_call(request: requests.Request, tournament: Tournament, call_id: int) -> str:
    """The floor has been at the table."""
    call = get_object_or_404(FloorCall, pk=call_id, table__tournament=tournament)
    clause = requests.text(request, "clause")
    ruling = requests.text(request, "ruling") + (f" ({cite(clause)})" if clause else "")
    disputes.answer(call_id=call.pk, ruling=ruling, actor=request.actor, now=requests.now())
    return "Call answered."
