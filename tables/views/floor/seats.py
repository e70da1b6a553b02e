"""Floor and director: the seats page, its buttons, slips to print, and a bust taken back."""

from collections.abc import Callable
from datetime import date

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from engine.refusal import Refused
from engine.seating.law import CARD
from engine.seating.seating import Place
from tables.commands import TableCommand
from tables.models import Seating
from tables.results.queries import retractions as retraction_queries
from tables.results.services import retractions
from tables.results.services.retractions import Ruling
from tables.seating.queries import seats_page
from tables.seating.services import (
    arrangements,
    arrivals,
    finals,
    latecomers,
    seating,
    wrong_seats,
)
from tables.seating.services.arrangements import Designation, Wish
from tables.seating.services.sitting import Order
from tables.views.console.buttons import button
from tables.views.console.director import AFTER_HAND
from tournament import requests
from tournament.models import Bust, Tournament
from tournament.permissions import Permission, may, require
from tournament.setup.queries import tournaments

PUBLISHED = "Published: players can add a word from their phones until you draw."
OVER = "-over"  # ends the name of a seat that the table does not have yet


@require_safe
def page(request: requests.Request, code: str) -> HttpResponse:
    """Who sits where, and everything that can be arranged about it."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.SEAT_PLAYERS, tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "seats": seats_page.picture(tournament),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
    }
    return render(request, "console/seats.html", context)


@require_safe
def slips(request: requests.Request, code: str) -> HttpResponse:
    """A slip for each player with table and seat: to print on A4 or 80 mm, or to show."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.SEAT_PLAYERS, tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "slips": seats_page.slips(
            tournament, table=_asked(request, "table"), came_from=_asked(request, "from")
        ),
        "is_narrow": request.GET.get("paper") == "80",
        "query": "".join(
            f"&{key}={_asked(request, key)}"
            for key in ("table", "from")
            if _asked(request, key) is not None
        ),
    }
    return render(request, "console/slips.html", context)


def _asked(request: requests.Request, field: str) -> int | None:
    text = request.GET.get(field, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


@button(then="seats")
def act(request: requests.Request, tournament: Tournament) -> str:
    """One of the page's buttons."""
    doing = ACTS.get(request.POST.get("kind", ""))
    if doing is None:
        require(request.actor, Permission.SEAT_PLAYERS, tournament.pk)
        raise requests.Malformed("The page sent an unknown command. Reload it.")
    return doing(request, tournament)


def _wish(request: requests.Request, tournament: Tournament) -> Wish:
    return Wish(tournament.pk, request.actor, requests.now())


def _place(request: requests.Request) -> Place | None:
    """A place chosen from a list of open seats, as 2-5; None where it was left open."""
    words = requests.text(request, "place")
    if not words:
        return None
    table, _, seat = words.removesuffix(OVER).partition("-")
    if not (table.isascii() and table.isdigit() and seat.isascii() and seat.isdigit()):
        raise requests.Malformed("No such seat. Pick one from the list.")
    return Place(int(table[:4]), int(seat[:4]))


def _numbers(request: requests.Request, field: str) -> list[int]:
    """Whole numbers, however they are separated."""
    words = requests.text(request, field).replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        raise requests.Malformed("Enter numbers separated by commas, such as 3, 2, 1.")
    return [int(word) for word in words]


def _draw(request: requests.Request, tournament: Tournament) -> str:
    method = requests.text(request, "method")
    cards = _cards(request, tournament) if method == CARD else None
    card = requests.text(request, "card")
    warnings = seating.draw(
        **requests.by(request, tournament), method=method, cards=cards, card=card
    )
    return " ".join(["Seats drawn.", *warnings])


def _publish(request: requests.Request, tournament: Tournament) -> str:
    seating.publish(**requests.by(request, tournament), method=requests.text(request, "method"))
    return PUBLISHED


def _publish_final(request: requests.Request, tournament: Tournament) -> str:
    finals.publish(**requests.by(request, tournament))
    return PUBLISHED


def _final(request: requests.Request, tournament: Tournament) -> str:
    waits = finals.bring_together(
        **requests.by(request, tournament),
        carried_by=requests.text(request, "carried_by"),
        card=requests.text(request, "card"),
    )
    return AFTER_HAND if waits else "The final table is drawn."


def _cards(request: requests.Request, tournament: Tournament) -> dict[int, int] | None:
    """The cards that fell at the table, from 1 for the ace; None to draw them here."""
    given = {
        entry: requests.optional_number(request, f"card-{entry}")
        for entry in tournament.entries.filter(withdrawn_at__isnull=True).values_list(
            "pk", flat=True
        )
    }
    if not any(given.values()):
        return None
    return {entry: card or 0 for entry, card in given.items()}


def _move(request: requests.Request, tournament: Tournament) -> str:
    place = _place(request)
    if place is None:
        raise requests.Malformed("Pick the seat the player moves to.")
    reason, clause = _reason(request, tournament)
    order = Order(
        reason or "moved by the floor",
        clause,
        carried_by=requests.text(request, "carried_by"),
        settles_dispute=reason == seats_page.DISPUTE,
        despite_pair="despite_pair" in request.POST,
    )
    waits = seating.move_player(
        **requests.by(request, tournament),
        entry_id=requests.number(request, "entry"),
        to=place,
        order=order,
    )
    return AFTER_HAND if waits else "Move made; it is on every screen."


def _reason(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    """Why somebody moves, and the clause; a seat over is given for one reason only."""
    if requests.text(request, "place").endswith(OVER):
        return seats_page.DISPUTE, tournament.law.seating.table_limit.clause
    reason, _, clause = requests.text(request, "reason").partition(" (")
    return reason, clause.rstrip(")")


def _give_seat(request: requests.Request, tournament: Tournament) -> str:
    place = latecomers.give_seat(
        **requests.by(request, tournament),
        entry_id=requests.number(request, "entry"),
        to=_place(request),
        despite_pair="despite_pair" in request.POST,
    )
    name = tournament.entries.get(pk=requests.number(request, "entry")).name
    return f"{name}: table {place.table}, seat {place.seat}."


def _arrived(request: requests.Request, tournament: Tournament) -> str:
    require(request.actor, Permission.SEAT_PLAYERS, tournament.pk)
    entry = requests.number(request, "entry")
    seat = get_object_or_404(Seating, entry=entry, table__tournament=tournament, until=None)
    counted = requests.optional_number(request, "stack")
    wanted = TableCommand(seat.table_id, request.actor, requests.now())
    arrivals.confirm(wanted, seat=seat.seat, stack=counted)
    return "Saved."


def _put_right(request: requests.Request, tournament: Tournament) -> str:
    wrong_seats.put_right(
        **requests.by(request, tournament),
        one=requests.number(request, "entry"),
        other=requests.number(request, "other"),
    )
    return "Seats swapped; both keep the chips they have now."


def _lock(request: requests.Request, tournament: Tournament) -> str:
    arrangements.lock_seat(
        _wish(request, tournament),
        entry_id=requests.number(request, "entry"),
        reason=requests.text(request, "reason"),
        place=_kept_place(request),
    )
    return "Seat locked: no draw or balancing moves this player."


def _kept_place(request: requests.Request) -> Place | None:
    wanted = (
        requests.optional_number(request, one, most=requests.FEW) for one in ("table", "seat")
    )
    table, seat = wanted
    if (table is None) != (seat is None):
        raise Refused("Name both table and seat, or neither.")
    return Place(table, seat) if table is not None and seat is not None else None


def _unlock(request: requests.Request, tournament: Tournament) -> str:
    wish = _wish(request, tournament)
    arrangements.unlock_seat(wish, entry_id=requests.number(request, "entry"))
    return "Seat unlocked."


def _apart(request: requests.Request, tournament: Tournament) -> str:
    arrangements.keep_apart(
        _wish(request, tournament),
        one=requests.number(request, "entry"),
        other=requests.number(request, "other"),
        reason=requests.text(request, "reason"),
    )
    return "Draws, balancing and moves keep the two apart."


def _together(request: requests.Request, tournament: Tournament) -> str:
    arrangements.lift_apart(_wish(request, tournament), pair_id=requests.number(request, "pair"))
    return "The two may share a table again."


def _out_of_use(request: requests.Request, tournament: Tournament) -> str:
    seats = [
        int(seat) for seat in request.POST.getlist("seat") if seat.isdigit() and seat.isascii()
    ]
    number = requests.number(request, "table")
    arrangements.set_out_of_use(_wish(request, tournament), number=number, seats=seats)
    return "Saved: these seats are out of use." if seats else "Every seat is in use."


def _designate(request: requests.Request, tournament: Tournament) -> str:
    approved = requests.text(request, "approved_on")
    try:
        approved_on = date.fromisoformat(approved) if approved else None
    except ValueError:
        raise requests.Malformed("Give the day of the approval as a date.") from None
    wanted = Designation(
        number=requests.number(request, "table"),
        seats=requests.number(request, "seats"),
        place=requests.text(request, "house_table"),
        approval=requests.text(request, "approval"),
        approved_on=approved_on,
    )
    warning = arrangements.designate(_wish(request, tournament), wanted)
    return warning or f"Table {wanted.number} designated."


def _withdraw(request: requests.Request, tournament: Tournament) -> str:
    number = requests.number(request, "table")
    emergency = requests.text(request, "emergency")
    arrangements.withdraw_table(_wish(request, tournament), number=number, emergency=emergency)
    return f"Table {number} removed."


def _open(request: requests.Request, tournament: Tournament) -> str:
    number = requests.number(request, "table")
    arrangements.open_table(_wish(request, tournament), number=number)
    return f"Table {number} opened."


def _order(request: requests.Request, tournament: Tournament) -> str:
    numbers = _numbers(request, "order")
    arrangements.declare_order(_wish(request, tournament), numbers=numbers)
    return "Table break order saved."


def _waive(request: requests.Request, tournament: Tournament) -> str:
    arrangements.waive(
        _wish(request, tournament),
        number=requests.number(request, "table"),
        is_waived=request.POST["kind"] == "waive",
    )
    return "Saved."


ACTS: dict[str, Callable[[requests.Request, Tournament], str]] = {
    "draw": _draw,
    "publish": _publish,
    "publish_final": _publish_final,
    "final": _final,
    "move": _move,
    "give_seat": _give_seat,
    "arrived": _arrived,
    "put_right": _put_right,
    "lock": _lock,
    "unlock": _unlock,
    "apart": _apart,
    "together": _together,
    "out_of_use": _out_of_use,
    "designate": _designate,
    "withdraw": _withdraw,
    "open": _open,
    "order": _order,
    "waive": _waive,
    "unwaive": _waive,
}


@require_http_methods(["GET", "POST"])
def bust(request: requests.Request, code: str, bust_id: int) -> HttpResponse:
    """What taking a bust back would change; then, with a reason, it is done."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.RULE, tournament.pk)
    found = get_object_or_404(
        Bust.objects.select_related("entry__player"), pk=bust_id, entry__tournament=tournament
    )
    if request.method == "POST":
        return _take_back(request, tournament, found)
    context = {
        "tournament": tournaments.heading(tournament),
        "bust": retraction_queries.picture(tournament, found),
    }
    return render(request, "console/bust.html", context)


def _take_back(request: requests.Request, tournament: Tournament, found: Bust) -> HttpResponse:
    ruling = Ruling(
        chips=requests.number(request, "chips"),
        source=requests.optional_number(request, "source"),
        reason=requests.text(request, "reason"),
    )
    place = retractions.take_back(
        **requests.by(request, tournament), bust_id=found.pk, ruling=ruling
    )
    where = f"table {place.table}, seat {place.seat}"
    messages.success(request, f"{found.entry.name} is back in: {where}.")
    return redirect("seats", code=tournament.code)
