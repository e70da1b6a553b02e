"""What the director may say to the clock: each button as one of the engine's transitions."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from engine.amounts import figure
from engine.clock import clock, clock_reading
from engine.clock.clock_state import ClockState, Moved
from engine.entries import sessions
from engine.entries.sessions import SessionEnd
from engine.refusal import Refused
from engine.schedule.schedule import MINUTE, Schedule

MOST_MINUTES = 24 * 60
MOST_LETTERS = 120


@dataclass(frozen=True, slots=True)
class Press:
    """What was said with a button, and the picture it was pressed on."""

    minutes: int | None = None
    reason: str = ""
    finishes_at: datetime | None = None
    version: int | None = None
    command_id: UUID | None = None

    @property
    def about(self) -> str:
        """The same in words, for the journal."""
        length = f"for {self.minutes} min" if self.minutes else ""
        until = f"at {self.finishes_at:%Y-%m-%d %H:%M %Z}" if self.finishes_at else ""
        said = ", ".join(words for words in (length, until, self.reason) if words)
        return f" ({said})" if said else ""


PlainWish = Callable[[Schedule, ClockState, datetime], Moved]
Wish = Callable[[Schedule, ClockState, datetime, Press], Moved]


def check(press: Press) -> None:
    """Refuse minutes and words that no clock can show."""
    if press.minutes is not None and not 1 <= press.minutes <= MOST_MINUTES:
        raise Refused(f"Enter 1 to {figure(MOST_MINUTES)} minutes.")
    if press.reason == clock_reading.HAND_FOR_HAND:
        raise Refused("Hand-for-hand has its own button: it pauses the clock itself.")
    if len(press.reason) > MOST_LETTERS:
        raise Refused(f"A reason has at most {MOST_LETTERS} characters.")


def _minutes(press: Press) -> int:
    if press.minutes is None:
        raise Refused("Give the number of minutes.")
    return press.minutes


def _pause(schedule: Schedule, state: ClockState, now: datetime, press: Press) -> Moved:
    return clock.pause(schedule, state, now, reason=press.reason, minutes=press.minutes)


def _break(schedule: Schedule, state: ClockState, now: datetime, press: Press) -> Moved:
    return clock.break_now(schedule, state, now, minutes=press.minutes)


def _add(schedule: Schedule, state: ClockState, now: datetime, press: Press) -> Moved:
    return clock.add_minutes(schedule, state, now, _minutes(press))


def _take(schedule: Schedule, state: ClockState, now: datetime, press: Press) -> Moved:
    return clock.add_minutes(schedule, state, now, -_minutes(press))


def _finish_at(schedule: Schedule, state: ClockState, now: datetime, press: Press) -> Moved:
    if press.finishes_at is None:
        raise Refused("Give the time when play ends.")
    return clock.set_finish(
        schedule, state, now, finishes_at=press.finishes_at, plays_for=state.plays_for
    )


def _play_for(schedule: Schedule, state: ClockState, now: datetime, press: Press) -> Moved:
    length = _minutes(press) * MINUTE
    return clock.set_finish(schedule, state, now, finishes_at=state.finishes_at, plays_for=length)


def _last_hand(schedule: Schedule, state: ClockState, now: datetime, press: Press) -> Moved:
    return clock.finish(schedule, state, now, reason=press.reason or "last hand")


def _play_on(schedule: Schedule, state: ClockState, now: datetime, press: Press) -> Moved:
    return clock.reopen(schedule, state, now, finishes_at=press.finishes_at)


def _plain(wish: PlainWish) -> Wish:
    return lambda schedule, state, now, press: wish(schedule, state, now)


WISHES: dict[str, Wish] = {
    "pause": _pause,
    "resume": _plain(clock.resume),
    "next": _plain(clock.next_row),
    "previous": _plain(clock.previous_row),
    "add": _add,
    "take": _take,
    "break": _break,
    "back": _plain(clock.back),
    "finish_at": _finish_at,
    "play_for": _play_for,
    "no_finish": _plain(clock.set_finish),
    "last_hand": _last_hand,
    "play_on": _play_on,
}
ENDS = frozenset({"finish_at", "play_for", "no_finish"})


def check_end(
    state: ClockState, *, rulebook: str, has_started: bool, starts_at: datetime | None = None
) -> None:
    """Refuse an end of play that the rulebook does not allow, or the lack of one.

    `starts_at`, once it is known, is local to the place of play, as the hours of a licence are.
    """
    minutes = None if state.plays_for is None else state.plays_for // timedelta(minutes=1)
    end = SessionEnd(minutes=minutes, finishing_time=state.finishes_at)
    sessions.check_end(end, rulebook=rulebook, has_started=has_started)
    if starts_at is not None and state.finishes_at is not None:
        finishes_at = state.finishes_at.astimezone(starts_at.tzinfo)
        sessions.check_finish(starts_at=starts_at, finishes_at=finishes_at, rulebook=rulebook)
