"""Dealers: the hand, and everything else that is entered at a table."""

from dataclasses import asdict
from typing import Any

from ninja import Router
from pydantic import Field, TypeAdapter, ValidationError

from engine import codec, commands
from engine.commands import Command
from tables.api.basics import TABLE, AtSeat, Wish, dealing
from tables.queries.happened import FIELDS
from tables.services import (
    absences,
    arrivals,
    disputes,
    eliminations,
    in_order,
    owed_blinds,
    penalties,
    play,
    posting,
    purchases,
    raceoffs,
    seat_checks,
    timing,
    undoing,
    withdrawals,
)
from tournament.api.basics import (
    Cards,
    Chips,
    Count,
    Done,
    Line,
    Name,
    Signed,
    Where,
    action,
    find,
    parse_cards,
)
from tournament.http import Malformed
from tournament.services import clock, clock_wishes

router = Router(tags=["dealing"])
TAP = "tablet-command"
# What a tablet's buttons say of a hand; everything else has an operation of its own.
TAPS = (
    *(commands.Fold, commands.CallAndFold, commands.Check, commands.Stand, commands.Call),
    *(commands.AllIn, commands.RaiseTo, commands.DealBoard, commands.Draw, commands.DealStreet),
    *(commands.NameOpener, commands.ShowCards, commands.Muck),
)
AWARDS = (commands.Award, commands.AwardPots)
TAP_PAGES = (
    *("fold", "call_and_fold", "check", "stand", "call", "all_in", "raise_to", "board"),
    *("skip_board", "draw", "street", "opener", "show", "muck", "award", "award_all"),
)


class Play(Wish):
    """What a player did, or the dealer: `["raise_to", 3, 500]`."""

    command: list[Any] = Field(max_length=20, examples=[["raise_to", 3, 500]])
    confirmed: list[Name] = Field([], max_length=20, description="What is done already.")


class Start(Wish):
    """The next hand."""

    confirmed: list[Name] = Field([], max_length=20, description="What is done already.")
    steps: list[Name] = Field([], max_length=20, description="Steps of the cards that are done.")
    with_over_blind: bool = False
    level: Count | None = Field(None, description="The row of the schedule it was dealt at.")


class Dealt(Wish):
    """The cards as they fell; none: drawn from the seed."""

    cards: Cards | None = None


class Happened(Wish):
    """What happened, and the answers the sheet asks for."""

    what: Name = Field(examples=["misdeal"])
    answers: dict[str, Line] = Field({}, max_length=20, examples=[{"seat": "3"}])


class Penalty(AtSeat):
    """A penalty of this event's list."""

    penalty: Name = Field(examples=["warning"])
    amount: Count = 0
    reason: Line


class Away(AtSeat):
    """A player left the table, or is back."""

    is_absent: bool = True


class Owing(AtSeat):
    """A player posts the blinds he missed, or is let off."""

    owes: bool = True


class Call(Wish):
    """Why the floor is called."""

    reason: Line


class Timed(AtSeat):
    """Time is called on a player."""

    seconds: int | None = Field(None, ge=1, le=3600, examples=[30])


class Arrival(AtSeat):
    """Somebody sits down, with the stack that was counted."""

    stack: Chips | None = None


class Seats(Wish):
    """How many sit here."""

    players: Count


class Poster(AtSeat):
    """Who posts for an absent player."""

    by: Name


class Leaving(AtSeat):
    """On which grounds a player withdraws."""

    grounds: Line = Field(examples=["Illness, agreed by the supervisor"])


@action(
    router, TABLE + "/hands", "Start the next hand", f"{TAP}/start_hand", f"{TAP}/start_over_blind"
)
def start_hand(request: Signed, code: str, number: Where, wish: Start) -> Done:
    in_order.start_hand(
        dealing(request, code, number, wish),
        confirmed=wish.confirmed,
        with_over_blind=wish.with_over_blind,
        card_steps=tuple(wish.steps),
        row=wish.level,
    )
    return Done()


@action(router, TABLE + "/commands", "What a player did", *(f"{TAP}/{kind}" for kind in TAP_PAGES))
def command(request: Signed, code: str, number: Where, wish: Play) -> Done:
    """Kinds: fold, call_and_fold, check, stand, call, all_in, raise_to, deal_board, draw,
    deal_street, name_opener, show_cards, muck, award, award_pots."""
    wanted = dealing(request, code, number, wish)
    told = _read(wish.command)
    if isinstance(told, AWARDS):
        in_order.pay(wanted, told, confirmed=wish.confirmed)
    else:
        play.act(wanted, told)
    return Done()


def _read(written: list[Any]) -> Command:
    """The command, each field of its kind: an engine is not asked about seat “x”."""
    try:
        raw = codec.read_command(written)
        told: Command = TypeAdapter(type(raw)).validate_python(asdict(raw))
        is_known = isinstance(told, TAPS + AWARDS) and _is_sized(asdict(told).values())
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, ValidationError):
        is_known = False
    if not is_known:
        raise Malformed("This is no command of the dealer's.")
    return told


def _is_sized(values: Any) -> bool:
    """Whether every number in it is one that chips, seats and cards have."""
    flat = [one for value in values for one in (value if isinstance(value, tuple) else (value,))]
    return all(one is None or abs(one) < 10**15 for one in flat if not isinstance(one, str))


@action(router, TABLE + "/undo", "Take the last step back", f"{TAP}/undo")
def undo(request: Signed, code: str, number: Where, wish: Wish) -> Done:
    undoing.undo(dealing(request, code, number, wish))
    return Done()


@action(router, TABLE + "/happened", "Something out of order happened", f"{TAP}/happened")
def happened(request: Signed, code: str, number: Where, wish: Happened) -> Done:
    answers = {field: words for field, words in wish.answers.items() if field in FIELDS}
    parse_cards(answers.get("cards", ""))
    play.report(dealing(request, code, number, wish), wish.what, answers)
    return Done()


@action(router, TABLE + "/race-off", "Race chips off", f"{TAP}/race_off", f"{TAP}/draw_race_off")
def race_off(request: Signed, code: str, number: Where, wish: Dealt) -> Done:
    raceoffs.carry_out(dealing(request, code, number, wish), cards=_cards(wish))
    return Done()


@action(
    router,
    TABLE + "/elimination",
    "Carry an elimination round out",
    f"{TAP}/elimination",
    f"{TAP}/draw_elimination",
)
def elimination(request: Signed, code: str, number: Where, wish: Dealt) -> Done:
    eliminations.carry_out(dealing(request, code, number, wish), cards=_cards(wish))
    return Done()


def _cards(wish: Dealt) -> tuple[int, ...] | None:
    return None if wish.cards is None else parse_cards(wish.cards)


@action(router, TABLE + "/ask-rebuy", "A player wants to buy again", f"{TAP}/ask_rebuy")
def ask_rebuy(request: Signed, code: str, number: Where, wish: AtSeat) -> Done:
    purchases.ask_for_rebuy(dealing(request, code, number, wish), seat=wish.seat)
    return Done()


@action(router, TABLE + "/time", "Call time on a player", f"{TAP}/call_time")
def call_time(request: Signed, code: str, number: Where, wish: Timed) -> Done:
    timing.call(dealing(request, code, number, wish), seat=wish.seat, seconds=wish.seconds)
    return Done()


@action(router, TABLE + "/time/bank", "A player uses a time bank", f"{TAP}/time_bank")
def time_bank(request: Signed, code: str, number: Where, wish: AtSeat) -> Done:
    timing.use_bank(dealing(request, code, number, wish), seat=wish.seat)
    return Done()


@action(router, TABLE + "/time/up", "Time is up", f"{TAP}/time_expired")
def time_up(request: Signed, code: str, number: Where, wish: AtSeat) -> Done:
    timing.expire(dealing(request, code, number, wish), seat=wish.seat)
    return Done()


@action(
    router, TABLE + "/clock/stop", "The timekeeper's table stops the clock", f"{TAP}/stop_clock"
)
def stop_clock(request: Signed, code: str, number: Where, wish: Wish) -> Done:
    return _keep_time(code, dealing(request, code, number, wish), "pause")


@action(router, TABLE + "/clock/go-on", "The timekeeper's table starts the clock", f"{TAP}/go_on")
def go_on(request: Signed, code: str, number: Where, wish: Wish) -> Done:
    return _keep_time(code, dealing(request, code, number, wish), "resume")


def _keep_time(code: str, wanted: play.Request, kind: str) -> Done:
    clock.act(
        tournament_id=find(code).pk,
        kind=kind,
        actor=wanted.actor,
        now=wanted.now,
        press=clock_wishes.Press(command_id=wanted.command_id),
    )
    return Done()


@action(router, TABLE + "/arrived", "A player has arrived", f"{TAP}/arrived")
def arrived(request: Signed, code: str, number: Where, wish: Arrival) -> Done:
    arrivals.confirm(dealing(request, code, number, wish), seat=wish.seat, stack=wish.stack)
    return Done()


@action(router, TABLE + "/seats/confirm", "Confirm who sits here", f"{TAP}/confirm_seats")
def confirm_seats(request: Signed, code: str, number: Where, wish: Seats) -> Done:
    seat_checks.confirm(dealing(request, code, number, wish), players=wish.players)
    return Done()


@action(router, TABLE + "/poster", "Who posts for an absent player", f"{TAP}/name_poster")
def name_poster(request: Signed, code: str, number: Where, wish: Poster) -> Done:
    posting.name_poster(dealing(request, code, number, wish), seat=wish.seat, by=wish.by)
    return Done()


@action(router, TABLE + "/withdraw", "A player withdraws", f"{TAP}/withdraw", "floor-act/withdraw")
def withdraw(request: Signed, code: str, number: Where, wish: Leaving) -> Done:
    withdrawals.withdraw(dealing(request, code, number, wish), seat=wish.seat, grounds=wish.grounds)
    return Done()


@action(router, TABLE + "/penalties", "Give a penalty", f"{TAP}/penalise", "floor-act/penalise")
def penalise(request: Signed, code: str, number: Where, wish: Penalty) -> Done:
    penalties.give(
        dealing(request, code, number, wish),
        seat=wish.seat,
        kind=wish.penalty,
        amount=wish.amount,
        reason=wish.reason,
    )
    return Done()


@action(router, TABLE + "/calls", "Call the floor", f"{TAP}/call_floor")
def call_floor(request: Signed, code: str, number: Where, wish: Call) -> Done:
    disputes.call(dealing(request, code, number, wish), reason=wish.reason)
    return Done()


@action(
    router,
    TABLE + "/absence",
    "A player is away, or back",
    *(f"{TAP}/absent", f"{TAP}/back", "floor-act/absent", "floor-act/back"),
)
def absence(request: Signed, code: str, number: Where, wish: Away) -> Done:
    wanted = dealing(request, code, number, wish)
    absences.set_absent(
        table_id=wanted.table_id,
        seat=wish.seat,
        is_absent=wish.is_absent,
        actor=wanted.actor,
        now=wanted.now,
    )
    return Done()


@action(
    router,
    TABLE + "/owed-blinds",
    "A player posts missed blinds, or need not",
    *(f"{TAP}/owes_blinds", f"{TAP}/owes_nothing"),
    *("floor-act/owes_blinds", "floor-act/owes_nothing"),
)
def owing(request: Signed, code: str, number: Where, wish: Owing) -> Done:
    wanted = dealing(request, code, number, wish)
    owed_blinds.set_owing(
        table_id=wanted.table_id,
        seat=wish.seat,
        owes=wish.owes,
        actor=wanted.actor,
        now=wanted.now,
    )
    return Done()
