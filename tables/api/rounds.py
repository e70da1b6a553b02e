"""Director and floor: what is called between hands, time to think, and the last hands."""

from typing import Literal

from ninja import Router, Schema
from pydantic import Field

from engine import race_off, shot_clock
from tables.api.basics import TABLE, table_of
from tables.models.rounds import RoundKind
from tables.services import (
    face_down,
    hand_for_hand,
    last_hands,
    raceoffs,
    special_rounds,
    timekeeping,
    timing,
)
from tournament import http
from tournament.api.basics import (
    AT,
    Chips,
    CommandId,
    Count,
    Done,
    Signed,
    TableNumber,
    Where,
    action,
    by,
    find,
)
from tournament.permissions import Permission, require

router = Router(tags=["between hands"])


class RaceOffWay(Schema):
    """How chips are raced off."""

    method: Literal["highest card", "one chip each"]
    rounding: race_off.Rounding = race_off.Rounding.UP


class ChipsCounted(Schema):
    """The chips taken out of play."""

    counted: Chips


class BonusPlan(Schema):
    """What each bonus round adds."""

    amounts: list[Chips] = Field(max_length=50, examples=[[1000, 2000]])


class Round(Schema):
    """A bonus or elimination round, for all tables or one."""

    kind: RoundKind
    is_announced: bool = False
    table: TableNumber | None = None
    command_id: CommandId


class Minutes(Schema):
    """What each hand takes off the clock."""

    minutes: int = Field(ge=0, le=1000, examples=[2])


class ShotClock(Schema):
    """Seconds for a decision, and time banks; no seconds: no clock."""

    seconds: int = Field(0, ge=0, le=3600, examples=[30])
    bank_seconds: int = Field(30, ge=0, le=3600)
    banks: int = Field(0, ge=0, le=100)
    anew_at_level: Count = 0
    anew_at_final_table: bool = False


class Timekeeper(Schema):
    """The table whose tablet stops and starts the clock; none: nobody's."""

    table: TableNumber | None = None


class LastHands(Schema):
    """How many more hands each table plays."""

    hands: int = Field(ge=0, le=1000, examples=[3])
    command_id: CommandId


@action(router, AT + "/race-offs/way", "How chips are raced off", "race-off-choice")
def choose_race_off(request: Signed, code: str, wish: RaceOffWay) -> Done:
    rounding = wish.rounding.value
    raceoffs.choose(method=wish.method, rounding=rounding, **by(request, find(code)))
    return Done()


@action(
    router,
    AT + "/race-offs/{race_off_id}/confirm",
    "The chips taken out are counted",
    "race-off-confirm",
)
def confirm_race_off(request: Signed, code: str, race_off_id: Where, wish: ChipsCounted) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    raceoffs.confirm(race_off_id=race_off_id, counted=wish.counted, **by(request, tournament))
    return Done()


@action(router, AT + "/rounds/plan", "Fix the bonus rounds", "bonus-plan")
def bonus_plan(request: Signed, code: str, wish: BonusPlan) -> Done:
    special_rounds.fix_plan(amounts=tuple(wish.amounts), **by(request, find(code)))
    return Done()


@action(router, AT + "/rounds/call", "Call a bonus or elimination round", "call-round")
def call_round(request: Signed, code: str, wish: Round) -> Done:
    call = special_rounds.Call(wish.kind.value, wish.is_announced, wish.table)
    special_rounds.call(call, command_id=wish.command_id, **by(request, find(code)))
    return Done()


@action(router, AT + "/hand-for-hand", "Begin hand-for-hand", "hand-for-hand-begin")
def begin_hand_for_hand(request: Signed, code: str, wish: Minutes) -> Done:
    hand_for_hand.begin(minutes=wish.minutes, **by(request, find(code)))
    return Done()


@action(router, AT + "/hand-for-hand/end", "End hand-for-hand", "hand-for-hand-end")
def end_hand_for_hand(request: Signed, code: str) -> Done:
    hand_for_hand.end(**by(request, find(code)))
    return Done()


@action(
    router,
    AT + "/hand-for-hand/end/take-back",
    "Take the end of hand-for-hand back",
    "hand-for-hand-again",
)
def take_back_end_of_hand_for_hand(request: Signed, code: str) -> Done:
    hand_for_hand.take_back_end(**by(request, find(code)))
    return Done()


@action(router, TABLE + "/turn-up", "All-in hands may be turned up", "turn-up")
def turn_up(request: Signed, code: str, number: Where) -> Done:
    face_down.turn_up(table_id=table_of(code, number).pk, actor=request.auth, now=http.now())
    return Done()


@action(router, AT + "/shot-clock", "Time for each decision", "time")
def choose_shot_clock(request: Signed, code: str, wish: ShotClock) -> Done:
    chosen = shot_clock.ShotClock(**wish.dict()) if wish.seconds else None
    timing.choose_shot_clock(clock=chosen, **by(request, find(code)))
    return Done()


@action(router, AT + "/timekeeper", "Which table keeps the time", "timekeeper")
def delegate(request: Signed, code: str, wish: Timekeeper) -> Done:
    timekeeping.delegate(number=wish.table, **by(request, find(code)))
    return Done()


@action(router, AT + "/last-hands", "Announce the last hands", "last-hands")
def announce_last_hands(request: Signed, code: str, wish: LastHands) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RUN_CLOCK, tournament.pk)
    last_hands.announce(hands=wish.hands, command_id=wish.command_id, **by(request, tournament))
    return Done()


@action(router, AT + "/last-hands/withdraw", "Play goes on after all", "last-hands-withdraw")
def withdraw_last_hands(request: Signed, code: str) -> Done:
    last_hands.withdraw(**by(request, find(code)))
    return Done()
