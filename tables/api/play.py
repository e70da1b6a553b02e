"""Dealers: the hand, and everything else that is entered at a table."""

from pydantic import Field

from engine.hand import commands
from tables.api.deeds import Deed
from tables.api.operations import AtSeat, AtTable, Wish
from tables.chips.services import purchases
from tables.conduct.services import (
    absences,
    absent_blinds,
    disputes,
    owed_blinds,
    penalties,
    timing,
    withdrawals,
)
from tables.play.queries.happened import FIELDS, declared_by
from tables.play.services import in_one_step, play, undoing
from tables.procedures.services import raceoffs, special_rounds
from tables.seating.services import arrivals, seat_checks
from tournament.api.fields import Cards, Chips, Count, Line, Name, parse_cards
from tournament.api.operations import Operations
from tournament.clock.services import buttons, clock

router = Operations(tags=["dealing"])
TAP = "tablet-command"
AWARDS = (commands.Award, commands.AwardPots)
TAP_PAGES = (
    *("fold", "call_and_fold", "check", "stand", "call", "all_in", "raise_to", "board"),
    *("skip_board", "draw", "street", "opener", "show", "muck", "award", "award_all"),
)


class Play(Wish):
    """What a player did, or the dealer; `kind` says which of them."""

    command: Deed
    confirmed: list[Name] = Field([], max_length=20, description="What is done already.")


class Start(Wish):
    """The next hand."""

    confirmed: list[Name] = Field([], max_length=20, description="What is done already.")
    steps: list[Name] = Field([], max_length=20, description="Steps of the cards that are done.")
    with_over_blind: bool = False
    level: Count | None = Field(None, description="The row of the schedule it was dealt at.")


class Dealt(Wish):
    """The cards as they fell; none: drawn here."""

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
    """A player posts the blinds they missed, or is let off."""

    owes: bool = True
    is_confirmed: bool = Field(False, description="Blinds were missed: their chips are taken.")


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


@router.act("/hands", "Start the next hand", f"{TAP}/start_hand", f"{TAP}/start_over_blind")
def start_hand(here: AtTable, wish: Start) -> None:
    play.deal(
        here.dealing(wish),
        confirmed=wish.confirmed,
        with_over_blind=wish.with_over_blind,
        card_steps=tuple(wish.steps),
        row=wish.level,
    )


@router.act("/commands", "Record a player's action", *(f"{TAP}/{kind}" for kind in TAP_PAGES))
def command(here: AtTable, wish: Play) -> None:
    wanted, told = here.dealing(wish), wish.command.command()
    if isinstance(told, AWARDS):
        play.pay(wanted, told, confirmed=wish.confirmed)
    else:
        play.act(wanted, told)


@router.act("/pass-to", "Fold or check everybody before a seat", f"{TAP}/pass_to")
def pass_to(here: AtTable, wish: AtSeat) -> None:
    in_one_step.pass_to(here.dealing(wish), seat=wish.seat)


@router.act("/face-up", "Record all-in hands as face up", f"{TAP}/face_up")
def face_up(here: AtTable, wish: Wish) -> None:
    in_one_step.face_up(here.dealing(wish))


@router.act("/undo", "Undo the last step", f"{TAP}/undo")
def undo(here: AtTable, wish: Wish) -> None:
    undoing.undo(here.dealing(wish))


@router.act("/happened", "Report an irregularity", f"{TAP}/happened")
def happened(here: AtTable, wish: Happened) -> None:
    answers = {field: words for field, words in wish.answers.items() if field in FIELDS}
    parse_cards(answers.get("cards", ""))
    by = declared_by(here.table.pk, wish.what)
    play.report(here.dealing(wish, clause=by), wish.what, answers)


@router.act("/race-off", "Race off chips", f"{TAP}/race_off", f"{TAP}/draw_race_off")
def race_off(here: AtTable, wish: Dealt) -> None:
    raceoffs.carry_out(here.dealing(wish), cards=_cards(wish))


@router.act(
    "/elimination",
    "Carry out an elimination round",
    f"{TAP}/elimination",
    f"{TAP}/draw_elimination",
)
def elimination(here: AtTable, wish: Dealt) -> None:
    special_rounds.eliminate(here.dealing(wish), cards=_cards(wish))


def _cards(wish: Dealt) -> tuple[int, ...] | None:
    return None if wish.cards is None else parse_cards(wish.cards)


@router.act("/ask-rebuy", "Ask the desk for a rebuy", f"{TAP}/ask_rebuy")
def ask_rebuy(here: AtTable, wish: AtSeat) -> None:
    purchases.ask_for_rebuy(here.dealing(wish), seat=wish.seat)


@router.act("/time", "Call time on a player", f"{TAP}/call_time")
def call_time(here: AtTable, wish: Timed) -> None:
    timing.call(here.dealing(wish), seat=wish.seat, seconds=wish.seconds)


@router.act("/time/bank", "Use a time bank", f"{TAP}/time_bank")
def time_bank(here: AtTable, wish: AtSeat) -> None:
    timing.use_bank(here.dealing(wish), seat=wish.seat)


@router.act("/time/up", "Time is up", f"{TAP}/time_expired")
def time_up(here: AtTable, wish: AtSeat) -> None:
    timing.expire(here.dealing(wish), seat=wish.seat)


@router.act("/clock/stop", "Stop the clock from the timekeeping table", f"{TAP}/stop_clock")
def stop_clock(here: AtTable, wish: Wish) -> None:
    _keep_time(here, wish, "pause")


@router.act("/clock/go-on", "Start the clock from the timekeeping table", f"{TAP}/go_on")
def go_on(here: AtTable, wish: Wish) -> None:
    _keep_time(here, wish, "resume")


def _keep_time(here: AtTable, wish: Wish, kind: str) -> None:
    press = buttons.Press(command_id=here.dealing(wish).command_id)
    clock.act(kind=kind, press=press, **here.by)


@router.act("/arrived", "Confirm that a player has arrived", f"{TAP}/arrived")
def arrived(here: AtTable, wish: Arrival) -> None:
    arrivals.confirm(here.dealing(wish), seat=wish.seat, stack=wish.stack)


@router.act("/seats/confirm", "Confirm the players at a table", f"{TAP}/confirm_seats")
def confirm_seats(here: AtTable, wish: Seats) -> None:
    seat_checks.confirm(here.dealing(wish), players=wish.players)


@router.act("/poster", "Say who posts for an absent player", f"{TAP}/name_poster")
def name_poster(here: AtTable, wish: Poster) -> None:
    absent_blinds.name_poster(here.dealing(wish), seat=wish.seat, by=wish.by)


@router.act("/withdraw", "Withdraw a player", f"{TAP}/withdraw", "floor-act/withdraw")
def withdraw(here: AtTable, wish: Leaving) -> None:
    withdrawals.withdraw(here.dealing(wish), seat=wish.seat, grounds=wish.grounds)


@router.act("/penalties", "Give a penalty", f"{TAP}/penalise", "floor-act/penalise")
def penalise(here: AtTable, wish: Penalty) -> None:
    penalties.give(
        here.dealing(wish),
        seat=wish.seat,
        kind=wish.penalty,
        amount=wish.amount,
        reason=wish.reason,
    )


@router.act("/calls", "Call the floor", f"{TAP}/call_floor")
def call_floor(here: AtTable, wish: Call) -> None:
    disputes.call(here.dealing(wish), reason=wish.reason)


@router.act("/calls/off", "Take a call for the floor back", f"{TAP}/call_off")
def call_off(here: AtTable, wish: Wish) -> None:
    disputes.call_off(here.dealing(wish))


@router.act(
    "/absence",
    "Mark a player away or back",
    *(f"{TAP}/absent", f"{TAP}/back", "floor-act/absent", "floor-act/back"),
)
def absence(here: AtTable, wish: Away) -> None:
    absences.set_absent(here.dealing(wish), seat=wish.seat, is_absent=wish.is_absent)


@router.act(
    "/owed-blinds",
    "Set whether a player posts missed blinds",
    *(f"{TAP}/owes_blinds", f"{TAP}/owes_nothing"),
    *("floor-act/owes_blinds", "floor-act/owes_nothing"),
)
def owing(here: AtTable, wish: Owing) -> None:
    owed_blinds.set_owing(
        here.dealing(wish), seat=wish.seat, owes=wish.owes, is_confirmed=wish.is_confirmed
    )
