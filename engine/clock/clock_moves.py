"""From one row of the schedule to the next: rows entered and left, stops, the end of play."""

from dataclasses import replace
from datetime import datetime, timedelta

from engine.clock.clock_reading import (
    HAND_FOR_HAND,
    SESSION_TIME,
    keeps_hand_for_hand,
    left_to_play,
    remaining,
    settled,
)
from engine.clock.clock_sales import sell_by_the_clock
from engine.clock.clock_state import (
    NOTHING,
    BreakStarted,
    ClockState,
    Fact,
    LastLevelStayed,
    LevelStarted,
    Moved,
    Phase,
    PlayFinished,
    PlayResumed,
    PlayStopped,
    RaceOffFellDue,
    Rest,
)
from engine.refusal import Refused
from engine.schedule.schedule import MINUTE, Break, Schedule


def leave_row(schedule: Schedule, state: ClockState, at: datetime) -> Moved:
    """The row ends: what hangs on its end falls due, then the next row begins."""
    after, entered = move_to(schedule, state, state.index + 1, at)
    return after, (*_facts_at_the_end(schedule, state.index, at), *entered)


def _facts_at_the_end(schedule: Schedule, index: int, at: datetime) -> tuple[Fact, ...]:
    row = schedule.row(index)
    if isinstance(row, Break):
        return ()
    return tuple(RaceOffFellDue(at, index, chip) for chip in row.race_offs)


def move_to(schedule: Schedule, state: ClockState, index: int, at: datetime) -> Moved:
    """Another row, and what is sold in it."""
    state, entered = _at_row(schedule, state, index, at)
    state, sold = sell_by_the_clock(schedule, state, at)
    return state, (*entered, *sold)


def _at_row(schedule: Schedule, state: ClockState, index: int, at: datetime) -> Moved:
    """Another row; a stopped clock stays stopped, at the row's full length."""
    state, is_break = settled(state, at), isinstance(schedule.row(index), Break)
    if keeps_hand_for_hand(state):
        return _next_hand_for_hand(schedule, state, index, at)
    if state.phase is Phase.PAUSED or (state.phase is Phase.CALLED_BREAK and not is_break):
        is_rest = is_break or state.phase is Phase.CALLED_BREAK
        moved = replace(state, index=index, remaining=schedule.length(index))
        return _resting(moved, at, is_break=is_rest), (entering(schedule, index, at),)
    return _enter(schedule, state, index, at)


def _next_hand_for_hand(schedule: Schedule, state: ClockState, index: int, at: datetime) -> Moved:
    """A break is counted down, for no hand is played in it; a level stands for its hands."""
    entered, facts = _enter(schedule, state, index, at)
    if entered.phase is Phase.PLAYING:
        left = schedule.length(index)
        entered = replace(entered, phase=Phase.PAUSED, ends_at=None, remaining=left)
    return replace(entered, reason=HAND_FOR_HAND), facts


def _enter(schedule: Schedule, state: ClockState, index: int, at: datetime) -> Moved:
    """Begin a row and count it down."""
    entered = counting(schedule, replace(state, index=index), schedule.length(index), at)
    return entered, (entering(schedule, index, at),)


def entering(schedule: Schedule, index: int, at: datetime) -> Fact:
    """What is told of a row that begins."""
    if isinstance(schedule.row(index), Break):
        return BreakStarted(at, index)
    if schedule.length(index) is None:
        return LastLevelStayed(at, index)
    return LevelStarted(at, index)


def _resting(state: ClockState, at: datetime, *, is_break: bool) -> ClockState:
    """The same state with its break begun or ended, so that absences can be reckoned by it."""
    is_open = bool(state.breaks) and state.breaks[-1].ended_at is None
    if is_break == is_open:
        return state
    if is_break:
        return replace(state, breaks=(*state.breaks, Rest(at)))
    ended = replace(state.breaks[-1], ended_at=at)
    return replace(state, breaks=(*state.breaks[:-1], ended))


def counting(
    schedule: Schedule, state: ClockState, left: timedelta | None, at: datetime
) -> ClockState:
    is_break = isinstance(schedule.row(state.index), Break)
    return replace(
        _resting(settled(state, at), at, is_break=is_break),
        phase=Phase.SCHEDULED_BREAK if is_break else Phase.PLAYING,
        ends_at=None if left is None else at + left,
        remaining=None,
        resumes_at=None,
        held_until=None,
        reason="",
    )


def stop(
    state: ClockState,
    facts: tuple[Fact, ...],
    now: datetime,
    phase: Phase,
    why: tuple[str, int | None],
) -> Moved:
    reason, minutes = why
    if minutes is not None and minutes < 1:
        raise Refused("A time-out or break lasts at least one minute.")
    is_break = phase is Phase.CALLED_BREAK or state.phase is Phase.SCHEDULED_BREAK
    stopped = replace(
        _resting(settled(state, now), now, is_break=is_break),
        phase=phase,
        ends_at=None,
        remaining=remaining(state, now),
        resumes_at=None if minutes is None else now + minutes * MINUTE,
        reason=reason,
    )
    return stopped, (*facts, PlayStopped(now, state.index, reason))


def go_on(schedule: Schedule, state: ClockState, facts: tuple[Fact, ...], at: datetime) -> Moved:
    if state.started_at is None:  # stopped before the first card: it is waited for again
        going = replace(
            state, phase=Phase.ARMED, since=at, resumes_at=None, held_until=None, reason=""
        )
    else:
        going = counting(schedule, state, state.remaining, at)
    return going, (*facts, PlayResumed(at, state.index))


def end_play(state: ClockState, at: datetime, reason: str) -> Moved:
    over = replace(
        _resting(settled(state, at), at, is_break=False),
        phase=Phase.FINISHED,
        ends_at=None,
        remaining=remaining(state, at),
        resumes_at=None,
        held_until=None,
        reason=reason,
    )
    return over, (PlayFinished(at, state.index, reason),)


def reach_session_end(_: Schedule, state: ClockState, at: datetime) -> Moved:
    return end_play(state, at, SESSION_TIME)


def spend(schedule: Schedule, state: ClockState, cost: timedelta, now: datetime) -> Moved:
    """Take play off a standing clock; what a level cannot give, the next one gives.

    A break that comes ends the hand's minutes, and so does the end of the session's time.
    """
    facts: tuple[Fact, ...] = ()
    while cost and state.phase is Phase.PAUSED:
        part = min(filter(None, (cost, state.remaining, left_to_play(state))))
        state, cost = _played_standing(state, part), cost - part
        more: tuple[Fact, ...] = ()
        if left_to_play(state) == NOTHING:
            state, more = reach_session_end(schedule, state, now)
        elif state.remaining == NOTHING:
            state, more = leave_row(schedule, state, now)
        facts += more
    state, sold = sell_by_the_clock(schedule, state, now)
    return state, (*facts, *sold)


def _played_standing(state: ClockState, part: timedelta) -> ClockState:
    """So much of the time that passed was play after all."""
    left = None if state.remaining is None else state.remaining - part
    return replace(state, played=state.played + part, rested=state.rested - part, remaining=left)
