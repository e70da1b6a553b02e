"""Floor and director: rulings at a table, calls, penalties, steps and busts taken back."""

from typing import Any

from ninja import Router, Schema
from pydantic import Field

from tables.api.basics import TABLE, AtSeat, Wish, ruling
from tables.api.play import Timed
from tables.models import FloorCall
from tables.models import Penalty as PenaltyRow
from tables.services import absences, disputes, penalties, retractions, taking_back, timing
from tournament import http
from tournament.api.basics import (
    AT,
    Chips,
    Count,
    Done,
    Line,
    Name,
    SeatNumber,
    Signed,
    Story,
    TableNumber,
    Where,
    Why,
    action,
    by,
    find,
    look,
    one_of,
    picture,
)
from tournament.models import Bust
from tournament.permissions import Permission, require

router = Router(tags=["floor"])


class Back(Wish):
    """From which step on the hand is taken back, and why."""

    since: Count
    reason: Line


class CallAnswer(Schema):
    """The ruling, with the clause it rests on."""

    ruling: Story = Field(examples=["The bet stands."])
    clause: Name = Field("", examples=["adelaide:47-6"])


class At(Schema):
    """A seat at a table."""

    table: TableNumber
    seat: SeatNumber


class Forms(Schema):
    """Which penalties this event uses."""

    forms: list[Name] = Field(max_length=30, examples=[["warning"]])


class BustBack(Schema):
    """The chips given back, from which entry, and why."""

    chips: Chips
    source: Count | None = Field(None, description="The entry that gives them, by its number.")
    reason: Line


@action(router, TABLE + "/floor/time", "The floor calls time", "floor-act/call_time")
def call_time(request: Signed, code: str, number: Where, wish: Timed) -> Done:
    timing.call(ruling(request, code, number, wish), seat=wish.seat, seconds=wish.seconds)
    return Done()


@action(router, TABLE + "/floor/time/up", "The floor ends the time", "floor-act/time_up")
def time_up(request: Signed, code: str, number: Where, wish: AtSeat) -> Done:
    timing.expire(ruling(request, code, number, wish), seat=wish.seat)
    return Done()


@action(router, TABLE + "/take-back", "Take steps of a hand back", "take-back")
def take_back(request: Signed, code: str, number: Where, wish: Back) -> Done:
    wanted = ruling(request, code, number, wish)
    taking_back.take_back(wanted, since=wish.since, reason=wish.reason)
    return Done()


@picture(router, AT + "/calls", "Calls for the floor that wait", list[dict[str, Any]])
def calls(request: Signed, code: str) -> list[dict[str, Any]]:
    tournament = find(code)
    look(request, Permission.SEE_CONSOLE, tournament)
    open_calls = FloorCall.objects.filter(table__tournament=tournament, answered_at__isnull=True)
    return [
        {"id": one.pk, "table": one.table.number, "reason": one.reason}
        for one in open_calls.select_related("table")
    ]


@action(router, AT + "/calls/{call_id}", "Answer a call", "answer-call")
def answer_call(request: Signed, code: str, call_id: Where, wish: CallAnswer) -> Done:
    call = one_of(FloorCall.objects.filter(table__tournament=find(code)), "call", pk=call_id)
    words = wish.ruling + (f" ({wish.clause})" if wish.clause else "")
    disputes.answer(call_id=call.pk, ruling=words, actor=request.auth, now=http.now())
    return Done()


@action(router, AT + "/absences", "Confirm that a player is away", "confirm-absence")
def confirm_absence(request: Signed, code: str, wish: At) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RULE, tournament.pk)
    table = one_of(tournament.tables, "table", number=wish.table)
    absences.set_absent(
        table_id=table.pk, seat=wish.seat, is_absent=True, actor=request.auth, now=http.now()
    )
    return Done()


@picture(router, AT + "/penalties", "Penalties given", list[dict[str, Any]])
def given(request: Signed, code: str) -> list[dict[str, Any]]:
    tournament = find(code)
    look(request, Permission.SEE_CONSOLE, tournament)
    found = PenaltyRow.objects.filter(entry__tournament=tournament).select_related("entry__player")
    return [
        {"id": one.pk, "entry": one.entry.number, "kind": one.kind, "at": one.at.isoformat()}
        for one in found.order_by("-at")
    ]


@action(router, AT + "/penalties", "Which penalties are used", "penalties")
def choose_penalties(request: Signed, code: str, wish: Forms) -> Done:
    penalties.choose(forms=wish.forms, **by(request, find(code)))
    return Done()


@action(router, AT + "/penalties/{penalty_id}/lift", "Lift a penalty", "penalty-lift")
def lift(request: Signed, code: str, penalty_id: Where, why: Why) -> Done:
    tournament = find(code)
    given = PenaltyRow.objects.filter(entry__tournament=tournament)
    found = one_of(given, "penalty", pk=penalty_id)
    penalties.lift(penalty_id=found.pk, reason=why.reason, **by(request, tournament))
    return Done()


@action(router, AT + "/busts/{bust_id}/take-back", "Take a bust back", "bust")
def bust(request: Signed, code: str, bust_id: Where, wish: BustBack) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RULE, tournament.pk)
    found = one_of(Bust.objects.filter(entry__tournament=tournament), "bust", pk=bust_id)
    source = None
    if wish.source is not None:
        source = one_of(tournament.entries, "entry", number=wish.source).pk
    decided = retractions.Ruling(wish.chips, source, wish.reason)
    place = retractions.take_back(bust_id=found.pk, ruling=decided, **by(request, tournament))
    return Done(words=f"In again: table {place.table}, seat {place.seat}.")
