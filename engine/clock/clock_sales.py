"""What is sold by the clock, and when that begins and ends."""

from dataclasses import replace
from datetime import datetime

from engine.clock.clock_reading import real_time, schedule_time, settled
from engine.clock.clock_state import NOTHING, ClockState, Moved, Phase, WindowClosed, WindowOpened
from engine.schedule.schedule import MINUTE, Schedule, Window


def sell_by_the_clock(schedule: Schedule, state: ClockState, at: datetime) -> Moved:
    """Open and close what is sold, as the time now says; a second call does nothing."""
    before, state = state.on_sale, settled(state, at)
    after = on_sale(schedule, state, at)
    opened = (WindowOpened(at, state.index, name) for name in after if name not in before)
    closed = (WindowClosed(at, state.index, name) for name in before if name not in after)
    return replace(state, on_sale=after), (*closed, *opened)


def taken_over(schedule: Schedule, state: ClockState) -> ClockState:
    """A state stored before it said what is sold: what was on sale when it last changed."""
    if state.since is None:
        return state
    return replace(state, on_sale=on_sale(schedule, state, state.since))


def on_sale(schedule: Schedule, state: ClockState, at: datetime) -> tuple[str, ...]:
    played_out, real = schedule_time(schedule, state, at), real_time(state, at)
    return tuple(
        window.name
        for window in schedule.windows
        if window.is_open(real if window.is_real_time else played_out)
    )


def window_due(schedule: Schedule, state: ClockState) -> datetime | None:
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
