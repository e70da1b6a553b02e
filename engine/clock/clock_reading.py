"""What the clock says at a moment: time left and played, and whether a hand may start."""

from dataclasses import replace
from datetime import datetime, timedelta

from engine import rulebooks
from engine.clock.clock_state import NOTHING, STANDING, ClockState, Phase
from engine.refusal import Refused
from engine.schedule import schedule as schedules
from engine.schedule.schedule import MINUTE, Break, Line, Schedule

FINISHING_TIME = "finishing time"
SESSION_TIME = "the session's time is played"
HAND_FOR_HAND = "hand-for-hand"
CALLED = "break"  # by the director


def remaining(state: ClockState, now: datetime) -> timedelta | None:
    """What is left of the row; None when it has no end."""
    if state.ends_at is None:
        return state.remaining
    return max(NOTHING, state.ends_at - now)


def played(state: ClockState, now: datetime) -> timedelta:
    """Play since the start: breaks and pauses are not counted."""
    return state.played + (_passed(state, now) if state.phase is Phase.PLAYING else NOTHING)


def rested(state: ClockState, now: datetime) -> timedelta:
    """Time since the start that was no play."""
    return state.rested + (_passed(state, now) if _is_resting(state) else NOTHING)


def stood(state: ClockState, now: datetime) -> timedelta:
    """Time since the start that the director stopped play; in a break the last hand is finished."""
    breaks = ((pause.ended_at or now) - pause.began_at for pause in state.breaks)
    return max(NOTHING, rested(state, now) - sum(breaks, NOTHING))


def schedule_time(schedule: Schedule, state: ClockState, now: datetime) -> timedelta:
    """The minute by the schedule: it jumps when a level is skipped and waits when one is longer."""
    begun = schedule.starts_at_minute(state.index) * MINUTE
    length, left = schedule.length(state.index), remaining(state, now)
    if length is None or left is None or isinstance(schedule.row(state.index), Break):
        return begun
    return begun + max(NOTHING, length - left)


def real_time(state: ClockState, now: datetime) -> timedelta:
    """Time since the actual start, pauses included (igr:A.2(i)-3)."""
    return NOTHING if state.started_at is None else max(NOTHING, now - state.started_at)


def settled(state: ClockState, at: datetime) -> ClockState:
    """The same state with its play and rest counted up to this moment."""
    return replace(state, played=played(state, at), rested=rested(state, at), since=at)


def left_to_play(state: ClockState) -> timedelta | None:
    """What is left of a session's time; None where it has none."""
    return None if state.plays_for is None else max(NOTHING, state.plays_for - state.played)


def may_start_hand(state: ClockState) -> bool:
    return state.phase in (Phase.ARMED, Phase.PLAYING) or is_hand_for_hand(state)


def is_hand_for_hand(state: ClockState) -> bool:
    """The clock stands because each hand takes its own minutes off it (tda2024:RP-8)."""
    return state.phase is Phase.PAUSED and state.reason == HAND_FOR_HAND


def keeps_hand_for_hand(state: ClockState) -> bool:
    """Hands are played one for one, or will be when this break is over."""
    return state.reason == HAND_FOR_HAND


def check_may_start_hand(state: ClockState, *, rulebook: str = rulebooks.COMMON.id) -> None:
    """Refuse a new hand while the clock stands, says a break, or is done."""
    if not may_start_hand(state):
        law = rulebooks.get(rulebook).clock
        answer = law.no_more_hands if state.phase is Phase.FINISHED else law.no_hand
        raise Refused(f"No new hand now: {_why_no_hand(state)}.", answer.clause)


def upcoming(
    schedule: Schedule, state: ClockState, now: datetime, *, rows: int | None = None
) -> list[Line]:
    """The rows still to come by the clock on the wall, were it to count on from now."""
    left = remaining(state, now)
    if left is None:
        return []
    return schedules.preview(schedule, starts_at=now + left, first=state.index + 1, rows=rows)


def _passed(state: ClockState, now: datetime) -> timedelta:
    return NOTHING if state.since is None else max(NOTHING, now - state.since)


def _is_resting(state: ClockState) -> bool:
    return state.phase in (Phase.SCHEDULED_BREAK, *STANDING, Phase.FINISHED)


def _why_no_hand(state: ClockState) -> str:
    match state.phase:
        case Phase.WAITING:
            return "the clock has not started"
        case Phase.FINISHED:
            return f"play is over ({state.reason})"
        case Phase.PAUSED:
            return f"the clock is stopped ({state.reason})" if state.reason else "it is stopped"
        case _:
            return "it is a break"
