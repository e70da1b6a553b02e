"""The dealer's tablet, or anybody who may deal here."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from engine.cards import cards
from engine.hand import commands
from engine.hand.commands import Command
from engine.refusal import Refused
from tables import drawings
from tables.chips.services import purchases
from tables.commands import TableCommand
from tables.conduct.queries import seat_menu
from tables.conduct.services import (
    absences,
    absent_blinds,
    disputes,
    owed_blinds,
    penalties,
    timing,
    withdrawals,
)
from tables.equipment.queries import devices
from tables.middleware import DEVICE_COOKIE
from tables.models import Table
from tables.offline.queries import ahead as ahead_queries
from tables.offline.queries import coming
from tables.play.queries import happened
from tables.play.queries import tablet as tablet_queries
from tables.play.queries.pictures import Reading
from tables.play.services import depth, in_one_step, play, undoing
from tables.procedures.services import raceoffs, special_rounds
from tables.seating.queries import tables as table_queries
from tables.seating.services import arrivals, seat_checks
from tables.views.tablet import table_sheets
from tournament import requests
from tournament.clock.services import buttons, clock
from tournament.permissions import Actor, Permission, may, require
from tournament.setup.queries import tournaments


@require_safe
@ensure_csrf_cookie
def tablet(request: requests.Request, code: str, number: int) -> HttpResponse:
    """The tablet of one table."""
    tournament = tournaments.find(code)
    table = table_queries.find(tournament, number)
    require(request.actor, Permission.DEAL, tournament.pk, table.pk)
    reading = Reading(table)
    context = {
        "tournament": tournaments.heading(tournament),
        "tablet": tablet_queries.picture(reading, now=requests.now()),
        "blank": ahead_queries.blank(reading.rules),
        "push_url": f"/ws/t/{tournament.code}/tables/{table.number}/tablet/",
    }
    return render(request, "dealer/tablet.html", context)


@require_safe
def ahead(request: requests.Request, code: str, number: int) -> JsonResponse:
    """The hands to come, for a tablet that may lose the network."""
    tournament = tournaments.find(code)
    table = table_queries.find(tournament, number)
    require(request.actor, Permission.DEAL, tournament.pk, table.pk)
    return JsonResponse(coming.of(table))


@require_safe
def what_happened(request: requests.Request, code: str, number: int) -> HttpResponse:
    """The sheet: what can have happened, what must be known of it, what the book prescribes."""
    tournament = tournaments.find(code)
    table = table_queries.find(tournament, number)
    require(request.actor, Permission.DEAL, tournament.pk, table.pk)
    may_rule = may(request.actor, Permission.DECIDE_DISPUTES, tournament.pk)
    what, told = request.GET.get("what", ""), answers(request.GET)
    sheet = happened.picture(Reading(table), what, told, may_rule=may_rule)
    return render(request, "dealer/_happened.html", {"sheet": sheet})


@require_safe
def seat(request: requests.Request, code: str, number: int, seat: int) -> HttpResponse:
    """What can be done about the player in one seat."""
    tournament = tournaments.find(code)
    table = table_queries.find(tournament, number)
    require(request.actor, Permission.DEAL, tournament.pk, table.pk)
    menu = seat_menu.picture(
        Reading(table),
        seat,
        may_rule=may(request.actor, Permission.RULE, tournament.pk),
        may_penalise=may(request.actor, Permission.PENALISE, tournament.pk),
        chosen={
            name: request.GET.get(name, "") for name in ("penalty", "amount", "withdraw", "owed")
        },
        now=requests.now(),
    )
    return render(request, "dealer/_seat.html", {"menu": menu})


def answers(given: QueryDict) -> dict[str, str]:
    """What the dealer answered, in the order it was asked."""
    found = {field: str(given[field]) for field in given if field in happened.FIELDS}
    try:
        cards.parse(found.get("cards", ""))
    except ValueError:
        raise requests.Malformed("Those cards aren't valid. Pick them again.") from None
    return found


@require_POST
def command(request: requests.Request, code: str, number: int) -> HttpResponse:
    """One tap: carried out and answered with the tablet as it now is, or refused in words."""
    tablet = _at_its_table(request, code, number)
    if tablet is not None:
        actor, (tournament_id, table_id) = tablet.actor, (tablet.tournament_id, tablet.table_id)
    else:
        actor, (tournament_id, table_id) = request.actor, table_queries.place(code, number)
    by = _declared_by(request, table_id)
    require(actor, Permission.DEAL, tournament_id, table_id, clause=by)
    try:
        wanted = _carry_out(request, actor, table_id)
    except Refused as refused:
        require(request.actor, Permission.DEAL, tournament_id, table_id, clause=by)
        words = requests.refusal_words(refused)
        return HttpResponse(drawings.refused(table_id, words), status=requests.status_of(refused))
    return HttpResponse(drawings.answer(table_id, wanted.shown))


def _at_its_table(request: requests.Request, code: str, number: int) -> devices.AtItsTable | None:
    """The tablet of this table, for what asks under the lock whether it still is."""
    if request.user.is_authenticated or request.POST.get("kind", "") not in IN_A_HAND:
        return None
    return devices.at_its_table(request.COOKIES.get(DEVICE_COOKIE, ""), code, number)


def _declared_by(request: requests.Request, table_id: int) -> str:
    """The clause by which only the dealer or the floor reports this, to be named to others."""
    if request.POST.get("kind") != "happened":
        return ""
    return happened.declared_by(table_id, requests.text(request, "what"))


def _carry_out(request: requests.Request, actor: Actor, table_id: int) -> TableCommand:
    """What was asked, with the tablet as it shows since."""
    wanted = TableCommand(
        table_id=table_id,
        actor=actor,
        now=requests.now(),
        command_id=requests.command_id(request),
        version=requests.number(request, "version"),
    )
    wish = WISHES.get(request.POST.get("kind", ""))
    if wish is not None:
        wish(request, wanted)
    else:
        play.act(wanted, read_command(request))
    return wanted


def _call_floor(request: requests.Request, wanted: TableCommand) -> None:
    disputes.call(wanted, reason=requests.text(request, "reason"))


def _penalise(request: requests.Request, wanted: TableCommand) -> None:
    penalties.give(
        wanted,
        seat=requests.number(request, "seat"),
        kind=requests.text(request, "penalty"),
        amount=requests.optional_number(request, "amount") or 0,
        reason=requests.text(request, "reason"),
    )


def _absence(request: requests.Request, wanted: TableCommand) -> None:
    absences.set_absent(
        wanted,
        seat=requests.number(request, "seat"),
        is_absent=request.POST["kind"] == "absent",
    )


def _owing(request: requests.Request, wanted: TableCommand) -> None:
    owed_blinds.set_owing(
        wanted,
        seat=requests.number(request, "seat"),
        owes=request.POST["kind"] == "owes_blinds",
    )


def _confirmed(request: requests.Request) -> list[str]:
    """What the dealer says is done already."""
    return request.POST.getlist("confirmed")


def _keep_time(wanted: TableCommand, kind: str) -> None:
    """The clock is stopped or started by the table it was delegated to."""
    table = Table.objects.get(pk=wanted.table_id)
    press = buttons.Press(command_id=wanted.command_id)
    clock.act(
        tournament_id=table.tournament_id,
        kind=kind,
        actor=wanted.actor,
        now=wanted.now,
        press=press,
    )


def _record(request: requests.Request, wanted: TableCommand) -> None:
    """How much this table records from now on: the floor's to choose."""
    table = Table.objects.get(pk=wanted.table_id)
    depth.choose(
        tournament_id=table.tournament_id,
        depth=requests.text(request, "depth"),
        only_table=table.number,
        actor=wanted.actor,
        now=wanted.now,
        command_id=wanted.command_id,
    )


def _in_minutes(request: requests.Request) -> list[int] | None:
    """Whom the tablet dealt dead for minutes of a penalty, as 3,5; None where it says nothing."""
    told = request.POST.get("in_minutes")
    if told is None:
        return None
    seats = [one for one in told.split(",") if one]
    if not all(one.isascii() and one.isdigit() and len(one) < 4 for one in seats):
        raise requests.Malformed("“in_minutes” must be seats.")
    return [int(one) for one in seats]


# What is no single action of a hand.
WISHES: dict[str, Callable[[requests.Request, TableCommand], object]] = {
    **table_sheets.WISHES,
    "start_hand": lambda request, wanted: play.deal(
        wanted,
        confirmed=_confirmed(request),
        card_steps=table_sheets.card_steps(request),
        row=requests.optional_number(request, "level"),
        in_minutes=_in_minutes(request),
    ),
    "start_over_blind": lambda request, wanted: play.deal(
        wanted,
        confirmed=_confirmed(request),
        with_over_blind=True,
        card_steps=table_sheets.card_steps(request),
    ),
    "award": lambda request, wanted: play.pay(
        wanted, read_command(request), confirmed=_confirmed(request)
    ),
    "award_all": lambda request, wanted: play.pay(
        wanted, read_command(request), confirmed=_confirmed(request)
    ),
    "pass_to": lambda request, wanted: in_one_step.pass_to(
        wanted, seat=requests.number(request, "seat")
    ),
    "face_up": lambda request, wanted: in_one_step.face_up(wanted),
    "undo": lambda request, wanted: undoing.undo(wanted),
    "race_off": lambda request, wanted: raceoffs.carry_out(wanted, cards=_cards(request)),
    "draw_race_off": lambda request, wanted: raceoffs.carry_out(wanted, cards=None),
    "happened": lambda request, wanted: play.report(
        wanted, requests.text(request, "what"), answers(request.POST)
    ),
    "elimination": lambda request, wanted: special_rounds.eliminate(wanted, cards=_cards(request)),
    "draw_elimination": lambda request, wanted: special_rounds.eliminate(wanted, cards=None),
    "ask_rebuy": lambda request, wanted: purchases.ask_for_rebuy(
        wanted, seat=requests.number(request, "seat")
    ),
    "call_time": lambda request, wanted: timing.call(
        wanted,
        seat=requests.number(request, "seat"),
        seconds=requests.optional_number(request, "seconds"),
    ),
    "stop_clock": lambda request, wanted: _keep_time(wanted, "pause"),
    "go_on": lambda request, wanted: _keep_time(wanted, "resume"),
    "time_bank": lambda request, wanted: timing.use_bank(
        wanted, seat=requests.number(request, "seat")
    ),
    "time_expired": lambda request, wanted: timing.expire(
        wanted, seat=requests.number(request, "seat")
    ),
    "arrived": lambda request, wanted: arrivals.confirm(
        wanted,
        seat=requests.number(request, "seat"),
        stack=requests.optional_number(request, "stack"),
    ),
    "confirm_seats": lambda request, wanted: seat_checks.confirm(
        wanted, players=requests.number(request, "players")
    ),
    "name_poster": lambda request, wanted: absent_blinds.name_poster(
        wanted, seat=requests.number(request, "seat"), by=requests.text(request, "by")
    ),
    "withdraw": lambda request, wanted: withdrawals.withdraw(
        wanted, seat=requests.number(request, "seat"), grounds=requests.text(request, "grounds")
    ),
    "record": _record,
    "penalise": _penalise,
    "call_floor": _call_floor,
    "call_off": lambda request, wanted: disputes.call_off(wanted),
    "owes_blinds": _owing,
    "owes_nothing": _owing,
    "absent": _absence,
    "back": _absence,
}

READERS: dict[str, Callable[[HttpRequest], Command]] = {
    "fold": lambda request: commands.Fold(requests.number(request, "seat")),
    "call_and_fold": lambda request: commands.CallAndFold(requests.number(request, "seat")),
    "check": lambda request: commands.Check(requests.number(request, "seat")),
    "stand": lambda request: commands.Stand(requests.number(request, "seat")),
    "call": lambda request: commands.Call(requests.number(request, "seat")),
    "all_in": lambda request: commands.AllIn(requests.number(request, "seat")),
    "raise_to": lambda request: commands.RaiseTo(
        requests.number(request, "seat"), requests.number(request, "amount")
    ),
    "board": lambda request: commands.DealBoard(_cards(request)),
    "skip_board": lambda request: commands.DealBoard(),
    "draw": lambda request: commands.Draw(
        requests.number(request, "seat"), requests.number(request, "count")
    ),
    "street": lambda request: commands.DealStreet(),
    "opener": lambda request: commands.NameOpener(requests.number(request, "seat")),
    "show": lambda request: commands.ShowCards(requests.number(request, "seat"), _cards(request)),
    "muck": lambda request: commands.Muck(requests.number(request, "seat")),
    "award": lambda request: commands.Award(
        requests.number(request, "pot"), _winners(request), _seats(request, "low_winners")
    ),
    "award_all": lambda request: commands.AwardPots(),
}

IN_A_HAND = frozenset(READERS) | {"start_hand"}
KINDS = frozenset(WISHES) | frozenset(READERS)


def read_command(request: HttpRequest) -> Command:
    """The engine's command behind a tap."""
    kind = request.POST.get("kind", "")
    if kind not in READERS:
        raise requests.Malformed("The tablet sent an unknown command. Reload the page.")
    return READERS[kind](request)


def _cards(request: HttpRequest) -> tuple[int, ...]:
    try:
        return cards.parse(request.POST.get("cards", ""))
    except ValueError:
        raise requests.Malformed("Those cards aren't valid. Pick them again.") from None


def _winners(request: HttpRequest) -> tuple[int, ...]:
    if not (seats := _seats(request, "winners")):
        raise requests.Malformed("Tap the winner of this pot.")
    return seats


def _seats(request: HttpRequest, field: str) -> tuple[int, ...]:
    """The seats tapped as winners; the engine says whether they may be."""
    seats = request.POST.getlist(field)
    if not all(seat.isascii() and seat.isdigit() and len(seat) < 4 for seat in seats):
        raise requests.Malformed("Tap the winner of this pot.")
    return tuple(int(seat) for seat in seats)
