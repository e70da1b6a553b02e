"""Where in the schedule a tournament is, and every lawful way from there to somewhere else.

A state is a value; `now` comes in by the door. Each transition first catches up with what fell due
before `now`, so a late worker and an undisturbed clock arrive at the same state with the same facts
at the same due times. Whatever passes since the start is either play or rest, and both are counted:
played + rested = now - started_at, always.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from engine.clock.clock_moves import (
    counting,
    end_play,
    entering,
    go_on,
    leave_row,
    move_to,
    reach_session_end,
    spend,
    stop,
)
from engine.clock.clock_reading import (
    CALLED,
    FINISHING_TIME,
    left_to_play,
    played,
    remaining,
    settled,
)
from engine.clock.clock_sales import on_sale, sell_by_the_clock, window_due
from engine.clock.clock_state import (
    COUNTING,
    NOT_BEGUN,
    NOTHING,
    STANDING,
    ClockState,
    Fact,
    Moved,
    Phase,
    PlayStopped,
    TimeChanged,
)
from engine.refusal import Refused
from engine.schedule import schedule as schedules
from engine.schedule.schedule import MINUTE, Break, Schedule


def next_due(schedule: Schedule, state: ClockState) -> datetime | None:
    """The moment at which the clock next does something by itself."""
    dues = [at for at, _ in _dues(schedule, state)]
    return min(dues, default=None)


def row_ends(state: ClockState) -> datetime | None:
    """When the row that counts down is over, or play before it; None where neither is set."""
    ends = (state.finishes_at, _session_ends(state), state.ends_at)
    return min((at for at in ends if at is not None), default=None)


# Transitions.


def waiting(
    schedule: Schedule,
    *,
    finishes_at: datetime | None = None,
    plays_for: timedelta | None = None,
) -> ClockState:
    """The clock before the first hand."""
    schedules.check(schedule)
    return ClockState(remaining=schedule.length(0), finishes_at=finishes_at, plays_for=plays_for)


def arm(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """Play begins, and the clock waits for the first card of the first hand (canberra:A.3.6)."""
    _check_may_start(state, (Phase.WAITING,), now)
    return replace(state, phase=Phase.ARMED, since=now), ()


def start(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """The clock counts from now on: on the director's word, or with the first card dealt."""
    _check_may_start(state, NOT_BEGUN, now)
    begun = replace(state, started_at=now, since=now, played=NOTHING, rested=NOTHING)
    begun = replace(begun, on_sale=on_sale(schedule, begun, now))
    return counting(schedule, begun, state.remaining, now), (entering(schedule, state.index, now),)


def _check_may_start(state: ClockState, phases: tuple[Phase, ...], now: datetime) -> None:
    if state.phase not in phases:
        raise Refused("The clock has already started.")
    if state.finishes_at is not None and state.finishes_at <= now:
        raise Refused("The finishing time has passed.")


def stand_at(
    schedule: Schedule, state: ClockState, now: datetime, *, index: int, left: timedelta | None
) -> Moved:
    """Take up play that began elsewhere: stopped at this row with so much left of it.

    What fell due in the rows before is done already; play and rest are reckoned by the schedule.
    """
    if state.phase is not Phase.WAITING:
        raise Refused("The clock has already started.")
    length = schedule.length(index)
    if left is not None and (length is None or left > length):
        raise Refused(f"Level {schedule.number(index)} has no {_words(left)} left to play.")
    left = length if left is None else left
    played_before = schedule.starts_at_minute(index) * MINUTE + (
        NOTHING if length is None or left is None else length - left
    )
    rest = sum((row.minutes for row in schedule.rows[:index] if isinstance(row, Break)), 0) * MINUTE
    standing = replace(
        state,
        phase=Phase.PAUSED,
        index=index,
        remaining=left,
        reason="",
        started_at=now - played_before - rest,
        since=now,
        played=played_before,
        rested=rest,
    )
    standing = replace(standing, on_sale=on_sale(schedule, standing, now))
    return standing, (PlayStopped(now, index, ""),)


def pause(
    schedule: Schedule,
    state: ClockState,
    now: datetime,
    *,
    reason: str = "",
    minutes: int | None = None,
) -> Moved:
    """Stop the row where it is, for a dispute say; with minutes, a time-out that ends itself."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (Phase.ARMED, *COUNTING), "pause")
    return stop(state, facts, now, Phase.PAUSED, (reason, minutes))


def hold(schedule: Schedule, state: ClockState, now: datetime, *, reason: str) -> Moved:
    """A stop that would end by itself lasts until a dispute is decided (charity:22.1)."""
    state, facts, now = _caught_up(schedule, state, now)
    if state.phase in COUNTING:
        return stop(state, facts, now, Phase.PAUSED, (reason, None))
    held = replace(state, resumes_at=None, held_until=state.resumes_at, reason=reason)
    return held, (*facts, PlayStopped(now, state.index, reason))


def release(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """The dispute is decided: the stop ends when it would have, or now where that is past."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, STANDING, "resume")
    if state.held_until is None or state.held_until <= now:
        return go_on(schedule, state, facts, now)
    reason = CALLED if state.phase is Phase.CALLED_BREAK else ""
    return replace(state, resumes_at=state.held_until, held_until=None, reason=reason), facts


def break_now(
    schedule: Schedule,
    state: ClockState,
    now: datetime,
    *,
    minutes: int | None = None,
) -> Moved:
    """A break the director calls: the level keeps what is left of it."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (Phase.PLAYING,), "call a break")
    return stop(state, facts, now, Phase.CALLED_BREAK, (CALLED, minutes))


def resume(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """Go on after a pause with the same time left."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (Phase.PAUSED,), "resume")
    return go_on(schedule, state, facts, now)


def back(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """End a break: a called one gives the level its time back, a scheduled one ends early."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (Phase.CALLED_BREAK, Phase.SCHEDULED_BREAK), "come back from a break")
    if state.phase is Phase.CALLED_BREAK:
        return go_on(schedule, state, facts, now)
    after, more = leave_row(schedule, state, now)
    return after, (*facts, *more)


def next_row(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """End the row now."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (*COUNTING, *STANDING), "go to the next level")
    if state.remaining is None and state.ends_at is None:
        raise Refused("The last level stays until the end: there is no next one.")
    after, more = leave_row(schedule, state, now)
    return after, (*facts, *more)


def previous_row(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """Go back to the beginning of the row before."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (*COUNTING, *STANDING), "go back a level")
    if state.index == 0:
        raise Refused("This is the first level. No level comes before it.")
    after, more = move_to(schedule, state, state.index - 1, now)
    return after, (*facts, *more)


def add_minutes(schedule: Schedule, state: ClockState, now: datetime, minutes: int) -> Moved:
    """Lengthen the row, or shorten it with a negative number; never below what has been played."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (*NOT_BEGUN, *COUNTING, *STANDING), "change the time")
    left = remaining(state, now)
    if minutes == 0 or left is None:
        raise Refused("There is no time to change." if left is None else "Say how many minutes.")
    if left + minutes * MINUTE <= NOTHING:
        raise Refused(f"Only {_words(left)} are left: go to the next level instead.")
    changed = _with_remaining(state, left + minutes * MINUTE, now)
    if state.phase not in NOT_BEGUN:
        changed, sold = sell_by_the_clock(schedule, changed, now)
        facts = (*facts, *sold)
    return changed, (*facts, TimeChanged(now, state.index, minutes))


def take_hand(schedule: Schedule, state: ClockState, now: datetime, *, minutes: int) -> Moved:
    """Hand-for-hand: the clock stands, and each hand costs fixed minutes of play (tda2024:RP-8)."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (Phase.PAUSED,), "take a hand's minutes")
    if minutes < 1:
        raise Refused("A hand takes at least one minute off the clock.")
    after, more = spend(schedule, settled(state, now), minutes * MINUTE, now)
    return after, (*facts, *more)


def end_hand_for_hand(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """The clock counts by itself again: at once, or after the break it is in."""
    state, facts, now = _caught_up(schedule, state, now)
    if state.phase is Phase.SCHEDULED_BREAK:
        return replace(state, reason=""), facts
    _require(state, (Phase.PAUSED,), "resume")
    return go_on(schedule, state, facts, now)


def finish(schedule: Schedule, state: ClockState, now: datetime, *, reason: str) -> Moved:
    """Play is over: no new hand."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (Phase.ARMED, *COUNTING, *STANDING), "finish")
    after, more = end_play(state, now, reason)
    return after, (*facts, *more)


def reopen(
    schedule: Schedule, state: ClockState, now: datetime, *, finishes_at: datetime | None = None
) -> Moved:
    """Take a finish back: the clock is paused where it ended, and an end that is past is gone."""
    _require(state, (Phase.FINISHED,), "reopen")
    now = _not_before(state, now)
    end = finishes_at or state.finishes_at
    if finishes_at is not None and finishes_at <= now:
        raise Refused("The finishing time must lie ahead.")
    paused = replace(
        settled(state, now),
        phase=Phase.PAUSED,
        reason="reopened",
        finishes_at=end if end is not None and end > now else None,
        plays_for=state.plays_for if left_to_play(state) else None,
    )
    return paused, (PlayStopped(now, state.index, "reopened"),)


def set_finish(
    schedule: Schedule,
    state: ClockState,
    now: datetime,
    *,
    finishes_at: datetime | None = None,
    plays_for: timedelta | None = None,
) -> Moved:
    """Fix or change when play ends: a time on the wall, or so much play (adelaide:87b)."""
    state, facts, now = _caught_up(schedule, state, now)
    if state.phase is Phase.FINISHED:
        raise Refused("Play is over already.")
    if finishes_at is not None and finishes_at <= now:
        raise Refused("The finishing time must lie ahead.")
    if plays_for is not None and plays_for <= played(state, now):
        raise Refused("More than that has been played already.")
    return replace(state, finishes_at=finishes_at, plays_for=plays_for), facts


def undo(schedule: Schedule, before: ClockState, now: datetime) -> Moved:
    """As if the last action had never been: the state before it, brought up to now."""
    return advance_due(schedule, before, now)


def advance_due(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """Do all that fell due up to now, each at its own time; a second call does nothing."""
    return _catch_up(schedule, state, (), now)


# How it works inside.


def _caught_up(
    schedule: Schedule, state: ClockState, now: datetime
) -> tuple[ClockState, tuple[Fact, ...], datetime]:
    now = _not_before(state, now)
    return *advance_due(schedule, state, now), now


def _not_before(state: ClockState, now: datetime) -> datetime:
    """A device whose clock is slow cannot turn the tournament's clock back."""
    return now if state.since is None else max(now, state.since)


def _catch_up(
    schedule: Schedule, state: ClockState, facts: tuple[Fact, ...], now: datetime
) -> Moved:
    found = list(facts)
    while (due := min(_dues(schedule, state), default=None)) is not None and due[0] <= now:
        state, more = _DO[due[1]](schedule, state, due[0])
        found += more
    return state, tuple(found)


def _dues(schedule: Schedule, state: ClockState) -> list[tuple[datetime, int]]:
    """What will happen by itself, and when; at the same moment the end comes before the rest."""
    if state.phase in (Phase.WAITING, Phase.FINISHED):
        return []
    if state.phase is Phase.ARMED:
        return [] if state.finishes_at is None else [(state.finishes_at, 0)]
    moments = (
        *(state.finishes_at, _session_ends(state), state.resumes_at, state.ends_at),
        window_due(schedule, state),
    )
    return [(at, what) for what, at in enumerate(moments) if at is not None]


def _session_ends(state: ClockState) -> datetime | None:
    if state.plays_for is None or state.phase is not Phase.PLAYING or state.since is None:
        return None
    return state.since + max(NOTHING, state.plays_for - state.played)


def _reach_finishing_time(_: Schedule, state: ClockState, at: datetime) -> Moved:
    return end_play(state, at, FINISHING_TIME)


def _end_stop(schedule: Schedule, state: ClockState, at: datetime) -> Moved:
    return go_on(schedule, state, (), at)


_DO = (_reach_finishing_time, reach_session_end, _end_stop, leave_row, sell_by_the_clock)


def _with_remaining(state: ClockState, left: timedelta, now: datetime) -> ClockState:
    if state.phase in COUNTING:
        return replace(state, ends_at=now + left)
    return replace(state, remaining=left)


def _require(state: ClockState, phases: tuple[Phase, ...], wish: str) -> None:
    if state.phase not in phases:
        raise Refused(f"The clock is {_PHASE_WORDS[state.phase]}: it cannot {wish}.")


_PHASE_WORDS = {
    Phase.WAITING: "not started",
    Phase.ARMED: "waiting for the first card",
    Phase.PLAYING: "running",
    Phase.SCHEDULED_BREAK: "on a break",
    Phase.CALLED_BREAK: "on a break",
    Phase.PAUSED: "stopped",
    Phase.FINISHED: "finished",
}


def _words(left: timedelta) -> str:
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    return f"{minutes}:{seconds:02} minutes"
