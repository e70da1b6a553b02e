"""Where in the schedule a tournament is, and every lawful way from there to somewhere else.

A state is a value; `now` comes in by the door. Each transition first catches up with what fell due
before `now`, so a late worker and an undisturbed clock arrive at the same state with the same facts
at the same due times. Whatever passes since the start is either play or rest, and both are counted:
played + rested = now - started_at, always.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from engine import schedule as schedules
from engine.clock_state import (
    COUNTING,
    NOTHING,
    STANDING,
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
    TimeChanged,
    WindowClosed,
    WindowOpened,
)
from engine.refusal import Refused
from engine.schedule import MINUTE, Break, Line, Schedule, Window

FINISHING_TIME = "finishing time"
SESSION_TIME = "the session's time is played"
HAND_FOR_HAND = "hand-for-hand"


# Reading the clock.


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


def may_start_hand(state: ClockState) -> bool:
    return state.phase is Phase.PLAYING or is_hand_for_hand(state)


def is_hand_for_hand(state: ClockState) -> bool:
    """The clock stands because each hand takes its own minutes off it (tda2024:RP-8)."""
    return state.phase is Phase.PAUSED and state.reason == HAND_FOR_HAND


def keeps_hand_for_hand(state: ClockState) -> bool:
    """Hands are played one for one, or will be when this break is over."""
    return state.reason == HAND_FOR_HAND


# Where a book says itself that no hand starts: in a break or a dispute, and when play is over.
NO_HAND: Mapping[str, str] = {"fours": "fours:break-4"}
NO_MORE_HANDS: Mapping[str, str] = {"igr": "igr:A.2(ii)(ii)", "adelaide": "adelaide:100"}


def check_may_start_hand(state: ClockState, *, rulebook: str = "") -> None:
    """Refuse a new hand while the clock stands, says a break, or is done."""
    if not may_start_hand(state):
        clauses = NO_MORE_HANDS if state.phase is Phase.FINISHED else NO_HAND
        raise Refused(f"No new hand now: {_why_no_hand(state)}.", clauses.get(rulebook, ""))


def next_due(schedule: Schedule, state: ClockState) -> datetime | None:
    """The moment at which the clock next does something by itself."""
    dues = [at for at, _ in _dues(schedule, state)]
    return min(dues, default=None)


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


def start(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """The first hand starts the clock (canberra:A.3.6)."""
    if state.phase is not Phase.WAITING:
        raise Refused("The clock has already started.")
    if state.finishes_at is not None and state.finishes_at <= now:
        raise Refused("The finishing time has passed.")
    begun = replace(state, started_at=now, since=now)
    begun = replace(begun, on_sale=_on_sale(schedule, begun, now))
    return _counting(schedule, begun, state.remaining, now), (_entered(schedule, state.index, now),)


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
    standing = replace(standing, on_sale=_on_sale(schedule, standing, now))
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
    _require(state, COUNTING, "pause")
    return _stop(state, facts, now, Phase.PAUSED, (reason, minutes))


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
    return _stop(state, facts, now, Phase.CALLED_BREAK, ("break", minutes))


def resume(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """Go on after a pause with the same time left."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (Phase.PAUSED,), "resume")
    return _go_on(schedule, state, facts, now)


def back(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """End a break: a called one gives the level its time back, a scheduled one ends early."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (Phase.CALLED_BREAK, Phase.SCHEDULED_BREAK), "come back from a break")
    if state.phase is Phase.CALLED_BREAK:
        return _go_on(schedule, state, facts, now)
    after, more = _leave_row(schedule, state, now)
    return after, (*facts, *more)


def next_row(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """End the row now."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (*COUNTING, *STANDING), "go to the next level")
    if state.remaining is None and state.ends_at is None:
        raise Refused("The last level stays until the end: there is no next one.")
    after, more = _leave_row(schedule, state, now)
    return after, (*facts, *more)


def previous_row(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """Go back to the beginning of the row before."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (*COUNTING, *STANDING), "go back a level")
    if state.index == 0:
        raise Refused("This is the first level: there is none before it.")
    after, more = _move_to(schedule, state, state.index - 1, now)
    return after, (*facts, *more)


def add_minutes(schedule: Schedule, state: ClockState, now: datetime, minutes: int) -> Moved:
    """Lengthen the row, or shorten it with a negative number; never below what has been played."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (Phase.WAITING, *COUNTING, *STANDING), "change the time")
    left = remaining(state, now)
    if minutes == 0 or left is None:
        raise Refused("There is no time to change." if left is None else "Say how many minutes.")
    if left + minutes * MINUTE <= NOTHING:
        raise Refused(f"Only {_words(left)} are left: go to the next level instead.")
    changed = _with_remaining(state, left + minutes * MINUTE, now)
    if state.phase is not Phase.WAITING:
        changed, sold = sell_by_the_clock(schedule, changed, now)
        facts = (*facts, *sold)
    return changed, (*facts, TimeChanged(now, state.index, minutes))


def take_hand(schedule: Schedule, state: ClockState, now: datetime, *, minutes: int) -> Moved:
    """Hand-for-hand: the clock stands, and each hand costs fixed minutes of play (tda2024:RP-8)."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (Phase.PAUSED,), "take a hand's minutes")
    if minutes < 1:
        raise Refused("A hand takes at least one minute off the clock.")
    after, more = _spend(schedule, _settled(state, now), minutes * MINUTE, now)
    return after, (*facts, *more)


def end_hand_for_hand(schedule: Schedule, state: ClockState, now: datetime) -> Moved:
    """The clock counts by itself again: at once, or after the break it is in."""
    state, facts, now = _caught_up(schedule, state, now)
    if state.phase is Phase.SCHEDULED_BREAK:
        return replace(state, reason=""), facts
    _require(state, (Phase.PAUSED,), "resume")
    return _go_on(schedule, state, facts, now)


def finish(schedule: Schedule, state: ClockState, now: datetime, *, reason: str) -> Moved:
    """Play is over: no new hand."""
    state, facts, now = _caught_up(schedule, state, now)
    _require(state, (*COUNTING, *STANDING), "finish")
    after, more = _end_play(state, now, reason)
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
        _settled(state, now),
        phase=Phase.PAUSED,
        reason="reopened",
        finishes_at=end if end is not None and end > now else None,
        plays_for=state.plays_for if _left_to_play(state) else None,
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
    moments = (
        *(state.finishes_at, _session_ends(state), state.resumes_at, state.ends_at),
        _window_due(schedule, state),
    )
    return [(at, what) for what, at in enumerate(moments) if at is not None]


def _session_ends(state: ClockState) -> datetime | None:
    if state.plays_for is None or state.phase is not Phase.PLAYING or state.since is None:
        return None
    return state.since + max(NOTHING, state.plays_for - state.played)


def _reach_finishing_time(_: Schedule, state: ClockState, at: datetime) -> Moved:
    return _end_play(state, at, FINISHING_TIME)


def _reach_session_end(_: Schedule, state: ClockState, at: datetime) -> Moved:
    return _end_play(state, at, SESSION_TIME)


def _end_stop(schedule: Schedule, state: ClockState, at: datetime) -> Moved:
    return _go_on(schedule, state, (), at)


def _leave_row(schedule: Schedule, state: ClockState, at: datetime) -> Moved:
    """The row ends: what hangs on its end falls due, then the next row begins."""
    after, entered = _move_to(schedule, state, state.index + 1, at)
    return after, (*_facts_at_the_end(schedule, state.index, at), *entered)


# What is sold, and when it begins and ends.


def sell_by_the_clock(schedule: Schedule, state: ClockState, at: datetime) -> Moved:
    """Open and close what is sold, as the time now says; a second call does nothing."""
    before, state = state.on_sale, _settled(state, at)
    after = _on_sale(schedule, state, at)
    opened = (WindowOpened(at, state.index, name) for name in after if name not in before)
    closed = (WindowClosed(at, state.index, name) for name in before if name not in after)
    return replace(state, on_sale=after), (*closed, *opened)


def taken_over(schedule: Schedule, state: ClockState) -> ClockState:
    """A state stored before it said what is sold: what was on sale when it last changed."""
    if state.since is None:
        return state
    return replace(state, on_sale=_on_sale(schedule, state, state.since))


def _on_sale(schedule: Schedule, state: ClockState, at: datetime) -> tuple[str, ...]:
    played_out, real = schedule_time(schedule, state, at), real_time(state, at)
    return tuple(
        window.name
        for window in schedule.windows
        if window.is_open(real if window.is_real_time else played_out)
    )


def _window_due(schedule: Schedule, state: ClockState) -> datetime | None:
    """When something next begins or ends to be sold by itself; what is past has been told."""
    moments = (
        _reached(schedule, state, window, minute)
        for window in schedule.windows
        for minute in (window.opens, window.closes)
        if minute is not None
    )
    ahead = (at for at in moments if at is not None and (state.since is None or at > state.since))
    return min(ahead, default=None)


def _reached(schedule: Schedule, state: ClockState, window: Window, minute: int) -> datetime | None:
    """When a minute of the window's own time comes; None while its time stands."""
    if window.is_real_time:
        return None if state.started_at is None else state.started_at + minute * MINUTE
    length = schedule.length(state.index)
    into = (minute - schedule.starts_at_minute(state.index)) * MINUTE
    if state.phase is not Phase.PLAYING or state.ends_at is None or length is None:
        return None
    return state.ends_at - length + into if NOTHING < into < length else None


_DO = (_reach_finishing_time, _reach_session_end, _end_stop, _leave_row, sell_by_the_clock)


def _facts_at_the_end(schedule: Schedule, index: int, at: datetime) -> tuple[Fact, ...]:
    row = schedule.row(index)
    if isinstance(row, Break):
        return ()
    return tuple(RaceOffFellDue(at, index, chip) for chip in row.race_offs)


def _move_to(schedule: Schedule, state: ClockState, index: int, at: datetime) -> Moved:
    """Another row, and what is sold in it."""
    state, entered = _at_row(schedule, state, index, at)
    state, sold = sell_by_the_clock(schedule, state, at)
    return state, (*entered, *sold)


def _at_row(schedule: Schedule, state: ClockState, index: int, at: datetime) -> Moved:
    """Another row; a stopped clock stays stopped, at the row's full length."""
    state, is_break = _settled(state, at), isinstance(schedule.row(index), Break)
    if keeps_hand_for_hand(state):
        return _next_hand_for_hand(schedule, state, index, at)
    if state.phase is Phase.PAUSED or (state.phase is Phase.CALLED_BREAK and not is_break):
        is_rest = is_break or state.phase is Phase.CALLED_BREAK
        moved = replace(state, index=index, remaining=schedule.length(index))
        return _resting(moved, at, is_break=is_rest), (_entered(schedule, index, at),)
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
    entered = _counting(schedule, replace(state, index=index), schedule.length(index), at)
    return entered, (_entered(schedule, index, at),)


def _entered(schedule: Schedule, index: int, at: datetime) -> Fact:
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


def _counting(
    schedule: Schedule, state: ClockState, left: timedelta | None, at: datetime
) -> ClockState:
    is_break = isinstance(schedule.row(state.index), Break)
    return replace(
        _resting(_settled(state, at), at, is_break=is_break),
        phase=Phase.SCHEDULED_BREAK if is_break else Phase.PLAYING,
        ends_at=None if left is None else at + left,
        remaining=None,
        resumes_at=None,
        reason="",
    )


def _stop(
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
        _resting(_settled(state, now), now, is_break=is_break),
        phase=phase,
        ends_at=None,
        remaining=remaining(state, now),
        resumes_at=None if minutes is None else now + minutes * MINUTE,
        reason=reason,
    )
    return stopped, (*facts, PlayStopped(now, state.index, reason))


def _go_on(schedule: Schedule, state: ClockState, facts: tuple[Fact, ...], at: datetime) -> Moved:
    going = _counting(schedule, state, state.remaining, at)
    return going, (*facts, PlayResumed(at, state.index))


def _end_play(state: ClockState, at: datetime, reason: str) -> Moved:
    over = replace(
        _resting(_settled(state, at), at, is_break=False),
        phase=Phase.FINISHED,
        ends_at=None,
        remaining=remaining(state, at),
        resumes_at=None,
        reason=reason,
    )
    return over, (PlayFinished(at, state.index, reason),)


def _spend(schedule: Schedule, state: ClockState, cost: timedelta, now: datetime) -> Moved:
    """Take play off a standing clock; what a level cannot give, the next one gives.

    A break that comes ends the hand's minutes, and so does the end of the session's time.
    """
    facts: tuple[Fact, ...] = ()
    while cost and state.phase is Phase.PAUSED:
        part = min(filter(None, (cost, state.remaining, _left_to_play(state))))
        state, cost = _played_standing(state, part), cost - part
        more: tuple[Fact, ...] = ()
        if _left_to_play(state) == NOTHING:
            state, more = _reach_session_end(schedule, state, now)
        elif state.remaining == NOTHING:
            state, more = _leave_row(schedule, state, now)
        facts += more
    state, sold = sell_by_the_clock(schedule, state, now)
    return state, (*facts, *sold)


def _left_to_play(state: ClockState) -> timedelta | None:
    """What is left of a session's time; None where it has none."""
    return None if state.plays_for is None else max(NOTHING, state.plays_for - state.played)


def _played_standing(state: ClockState, part: timedelta) -> ClockState:
    """So much of the time that passed was play after all."""
    left = None if state.remaining is None else state.remaining - part
    return replace(state, played=state.played + part, rested=state.rested - part, remaining=left)


def _with_remaining(state: ClockState, left: timedelta, now: datetime) -> ClockState:
    if state.phase in COUNTING:
        return replace(state, ends_at=now + left)
    return replace(state, remaining=left)


def _settled(state: ClockState, at: datetime) -> ClockState:
    """The same state with its play and rest counted up to this moment."""
    return replace(state, played=played(state, at), rested=rested(state, at), since=at)


def _require(state: ClockState, phases: tuple[Phase, ...], wish: str) -> None:
    if state.phase not in phases:
        raise Refused(f"The clock is {_PHASE_WORDS[state.phase]}: it cannot {wish}.")


_PHASE_WORDS = {
    Phase.WAITING: "not started",
    Phase.PLAYING: "running",
    Phase.SCHEDULED_BREAK: "on a break",
    Phase.CALLED_BREAK: "on a break",
    Phase.PAUSED: "stopped",
    Phase.FINISHED: "finished",
}


def _words(left: timedelta) -> str:
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    return f"{minutes}:{seconds:02} minutes"
