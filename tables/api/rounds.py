"""Director and floor: what is called between hands, time to think, and the last hands."""

from typing import Literal

from pydantic import Field

from engine.conduct import shot_clock
from engine.equipment.law import Rounding
from engine.structure import structure
from tables.api.operations import AtTable
from tables.commands import TableCommand
from tables.conduct.services import timing
from tables.crew.services import timekeeping
from tables.models.rounds import RoundKind
from tables.procedures.services import (
    face_down,
    hand_for_hand,
    last_hands,
    raceoffs,
    special_rounds,
)
from tournament.api.fields import AMENDS, Chips, CommandId, Count, Line, Sent, TableNumber, Where
from tournament.api.operations import Here, Operations
from tournament.permissions import Permission

router = Operations(tags=["rounds"])


class RaceOffWay(Sent):
    """How chips are raced off."""

    method: Literal["highest card", "one chip each"]
    rounding: Rounding | None = Field(None, description="Left out: as it is.")


class ChipsCounted(Sent):
    """The chips taken out of play."""

    counted: Chips


class BonusPlan(Sent):
    """What each bonus round adds."""

    amounts: list[Chips] = Field(max_length=50, examples=[[1000, 2000]])


class Round(Sent):
    """A bonus or elimination round, for all tables or one."""

    kind: RoundKind
    is_announced: bool = False
    table: TableNumber | None = None
    command_id: CommandId


class Minutes(Sent):
    """What each hand takes off the clock."""

    minutes: int = Field(ge=0, le=1000, examples=[2])


class ShotClock(Sent):
    """Seconds for a decision, and time banks; 0 seconds: no clock. What stays out stays as it
    is."""

    seconds: int = Field(0, ge=0, le=3600, examples=[30])
    bank_seconds: int = Field(30, ge=0, le=3600)
    banks: int = Field(0, ge=0, le=100)
    anew_at_level: Count = 0
    anew_at_final_table: bool = False
    reason: Line = Field("", description=AMENDS)


class Timekeeper(Sent):
    """The table whose tablet stops and starts the clock; none: nobody's."""

    table: TableNumber | None


class LastHands(Sent):
    """How many more hands each table plays."""

    hands: int = Field(ge=0, le=1000, examples=[3])
    command_id: CommandId


@router.act("/race-offs/way", "Set the race-off method", "race-off-choice")
def choose_race_off(here: Here, wish: RaceOffWay) -> None:
    now = structure.race_offs(here.tournament.structure, here.tournament.law.equipment)
    rounding = (wish.rounding or now.rounding).value
    raceoffs.choose(method=wish.method, rounding=rounding, **here.by)


@router.act(
    "/race-offs/{race_off_id}/confirm",
    "Confirm the count of a race-off",
    "race-off-confirm",
    may=Permission.RUN_TOURNAMENT,
)
def confirm_race_off(here: Here, race_off_id: Where, wish: ChipsCounted) -> None:
    raceoffs.confirm(race_off_id=race_off_id, counted=wish.counted, **here.by)


@router.act("/rounds/plan", "Set the bonus rounds", "bonus-plan")
def bonus_plan(here: Here, wish: BonusPlan) -> None:
    special_rounds.fix_plan(amounts=tuple(wish.amounts), **here.by)


@router.act("/rounds/call", "Call a bonus or elimination round", "call-round")
def call_round(here: Here, wish: Round) -> None:
    call = special_rounds.Call(wish.kind.value, wish.is_announced, wish.table)
    special_rounds.call(call, command_id=wish.command_id, **here.by)


@router.act("/hand-for-hand", "Start hand-for-hand", "hand-for-hand-begin")
def begin_hand_for_hand(here: Here, wish: Minutes) -> None:
    hand_for_hand.begin(minutes=wish.minutes, **here.by)


@router.act("/hand-for-hand/end", "End hand-for-hand", "hand-for-hand-end")
def end_hand_for_hand(here: Here) -> None:
    hand_for_hand.end(**here.by)


@router.act("/hand-for-hand/end/take-back", "Undo the end of hand-for-hand", "hand-for-hand-again")
def take_back_end_of_hand_for_hand(here: Here) -> None:
    hand_for_hand.take_back_end(**here.by)


@router.act("/turn-up", "Let a table turn up its all-in hands", "turn-up")
def turn_up(here: AtTable) -> None:
    face_down.turn_up(TableCommand(here.table.pk, here.actor, here.now))


@router.act("/shot-clock", "Set the shot clock", "time")
def choose_shot_clock(here: Here, wish: ShotClock) -> None:
    sent = shot_clock.ShotClock(**wish.dict(exclude={"reason"}))
    chosen = wish.over(shot_clock.of(here.tournament.structure) or sent)
    timing.choose_shot_clock(
        clock=chosen if chosen.seconds else None, reason=wish.reason, **here.by
    )


@router.act("/timekeeper", "Set the timekeeping table", "timekeeper")
def delegate(here: Here, wish: Timekeeper) -> None:
    timekeeping.delegate(number=wish.table, **here.by)


@router.act("/last-hands", "Announce the last hands", "last-hands", may=Permission.RUN_CLOCK)
def announce_last_hands(here: Here, wish: LastHands) -> None:
    last_hands.announce(hands=wish.hands, command_id=wish.command_id, **here.by)


@router.act("/last-hands/withdraw", "Cancel the last hands", "last-hands-withdraw")
def withdraw_last_hands(here: Here) -> None:
    last_hands.withdraw(**here.by)
