"""Floor and director: rulings at a table, calls, penalties, steps and busts taken back."""

from datetime import datetime

from ninja import Schema
from pydantic import Field

from engine.rulebooks.citing import cite
from tables.api.operations import AtSeat, AtTable, Wish
from tables.api.play import Timed
from tables.commands import TableCommand
from tables.conduct.services import absences, disputes, penalties, timing
from tables.models import FloorCall
from tables.models import Penalty as PenaltyRow
from tables.play.services import undoing
from tables.results.services import retractions
from tournament.api.fields import (
    Chips,
    Count,
    Line,
    Name,
    SeatNumber,
    Sent,
    Story,
    TableNumber,
    Where,
    Why,
)
from tournament.api.operations import Here, Operations, one_of
from tournament.api.values import Entrant, someone
from tournament.models import Bust
from tournament.permissions import Permission

router = Operations(tags=["floor"])
OF_A_PENALTY = ("kind", "at", "clause", "hands_left", "finished_at")


class Back(Wish):
    """From which step on the hand is taken back, and why."""

    since: Count
    reason: Line


class CallAnswer(Sent):
    """The ruling, with the clause it rests on."""

    ruling: Story = Field(examples=["The bet stands."])
    clause: Name = Field("", examples=["adelaide:47-6"])


class At(Sent):
    """A seat at a table."""

    table: TableNumber
    seat: SeatNumber


class Forms(Sent):
    """Which penalties this event uses."""

    forms: list[Name] = Field(max_length=30, examples=[["warning"]])


class OpenCall(Schema):
    """A table that waits for the floor."""

    id: int
    table: int
    reason: str
    at: datetime


class GivenPenalty(Entrant):
    """A penalty that was given."""

    id: int
    kind: str
    at: datetime
    clause: str
    hands_left: int
    finished_at: datetime | None


class BustBack(Sent):
    """The chips given back, from which entry, and why."""

    chips: Chips
    source: Count | None = Field(None, description="The entry that gives them, by its number.")
    reason: Line


@router.act("/floor/time", "Call time on a player, by the floor", "floor-act/call_time")
def call_time(here: AtTable, wish: Timed) -> None:
    timing.call(here.ruling(wish), seat=wish.seat, seconds=wish.seconds)


@router.act("/floor/time/up", "End time on a player, by the floor", "floor-act/time_up")
def time_up(here: AtTable, wish: AtSeat) -> None:
    timing.expire(here.ruling(wish), seat=wish.seat)


@router.act("/take-back", "Undo steps of a hand", "take-back")
def take_back(here: AtTable, wish: Back) -> None:
    wanted = here.ruling(wish)
    undoing.take_back(wanted, since=wish.since, reason=wish.reason)


@router.look("/calls", "Open floor calls", Permission.SEE_CONSOLE)
def calls(here: Here) -> list[OpenCall]:
    open_calls = FloorCall.objects.filter(
        table__tournament=here.tournament, answered_at__isnull=True
    )
    return [
        OpenCall(id=one.pk, table=one.table.number, reason=one.reason, at=one.at)
        for one in open_calls.select_related("table")
    ]


@router.act("/calls/{call_id}", "Answer a floor call", "answer-call")
def answer_call(here: Here, call_id: Where, wish: CallAnswer) -> None:
    words = wish.ruling + (f" ({cite(wish.clause)})" if wish.clause else "")
    disputes.answer(
        call_id=here.key(FloorCall, "call", call_id, "table__tournament"), ruling=words, **here.when
    )


@router.act("/absences", "Confirm that a player is away", "confirm-absence", may=Permission.RULE)
def confirm_absence(here: Here, wish: At) -> None:
    table = one_of(here.tournament.tables, "table", number=wish.table)
    wanted = TableCommand(table.pk, here.actor, here.now)
    absences.set_absent(wanted, seat=wish.seat, is_absent=True)


@router.look("/penalties", "Penalties given", Permission.SEE_CONSOLE)
def given(here: Here) -> list[GivenPenalty]:
    found = PenaltyRow.objects.filter(entry__tournament=here.tournament).select_related("entry")
    return [
        GivenPenalty(
            id=one.pk,
            **someone(one.entry),
            **{name: getattr(one, name) for name in OF_A_PENALTY},
        )
        for one in found.order_by("-at")
    ]


@router.act("/penalties", "Set which penalties are used", "penalties")
def choose_penalties(here: Here, wish: Forms) -> None:
    penalties.choose(forms=wish.forms, **here.by)


@router.act("/penalties/{penalty_id}/lift", "Lift a penalty", "penalty-lift")
def lift(here: Here, penalty_id: Where, why: Why) -> None:
    penalties.lift(
        penalty_id=here.key(PenaltyRow, "penalty", penalty_id, "entry__tournament"),
        reason=why.reason,
        **here.by,
    )


@router.act("/busts/{bust_id}/take-back", "Undo a bust", "bust", may=Permission.RULE)
def bust(here: Here, bust_id: Where, wish: BustBack) -> str:
    source = None
    if wish.source is not None:
        source = one_of(here.tournament.entries, "entry", number=wish.source).pk
    decided = retractions.Ruling(wish.chips, source, wish.reason)
    place = retractions.take_back(
        bust_id=here.key(Bust, "bust", bust_id, "entry__tournament"), ruling=decided, **here.by
    )
    return f"Back in at table {place.table}, seat {place.seat}."
