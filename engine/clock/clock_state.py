"""What the clock shows and what it did: the state as a value, its facts, and their plain form."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

NOTHING = timedelta(0)


class Phase(StrEnum):
    """What the clock is doing."""

    WAITING = "waiting"
    ARMED = "armed"  # play has begun; the first card dealt starts the count
    PLAYING = "playing"
    SCHEDULED_BREAK = "scheduled break"
    CALLED_BREAK = "called break"
    PAUSED = "paused"
    FINISHED = "finished"


NOT_BEGUN = (Phase.WAITING, Phase.ARMED)
COUNTING = (Phase.PLAYING, Phase.SCHEDULED_BREAK)
STANDING = (Phase.CALLED_BREAK, Phase.PAUSED)


@dataclass(frozen=True, slots=True)
class Rest:
    """A break, scheduled or called; without an end it still goes on."""

    began_at: datetime
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ClockState:
    """`ends_at` while a row counts down, `remaining` while it stands; None: the row has no end."""

    phase: Phase = Phase.WAITING
    index: int = 0
    ends_at: datetime | None = None
    remaining: timedelta | None = None
    resumes_at: datetime | None = None
    held_until: datetime | None = None  # when it would have gone on, but for a dispute
    reason: str = ""
    started_at: datetime | None = None
    since: datetime | None = None
    played: timedelta = NOTHING
    rested: timedelta = NOTHING
    finishes_at: datetime | None = None
    plays_for: timedelta | None = None
    on_sale: tuple[str, ...] = ()  # the windows that are open
    breaks: tuple[Rest, ...] = ()


# Facts: what the clock did, each with the moment it was due.


@dataclass(frozen=True, slots=True)
class LevelStarted:
    at: datetime
    index: int


@dataclass(frozen=True, slots=True)
class BreakStarted:
    at: datetime
    index: int


@dataclass(frozen=True, slots=True)
class LastLevelStayed:
    """The schedule is played out and its last level goes on."""

    at: datetime
    index: int


@dataclass(frozen=True, slots=True)
class RaceOffFellDue:
    at: datetime
    index: int
    chip: int


@dataclass(frozen=True, slots=True)
class WindowOpened:
    """Something is sold from now on: a top-up, an add-on."""

    at: datetime
    index: int
    what: str


@dataclass(frozen=True, slots=True)
class WindowClosed:
    at: datetime
    index: int
    what: str


@dataclass(frozen=True, slots=True)
class PlayResumed:
    at: datetime
    index: int


@dataclass(frozen=True, slots=True)
class PlayStopped:
    """A pause or a break called by the director."""

    at: datetime
    index: int
    reason: str


@dataclass(frozen=True, slots=True)
class TimeChanged:
    at: datetime
    index: int
    minutes: int


@dataclass(frozen=True, slots=True)
class PlayFinished:
    """No new hand starts; hands in progress are finished."""

    at: datetime
    index: int
    reason: str


Fact = (
    LevelStarted
    | BreakStarted
    | LastLevelStayed
    | RaceOffFellDue
    | WindowOpened
    | WindowClosed
    | PlayResumed
    | PlayStopped
    | TimeChanged
    | PlayFinished
)
Moved = tuple[ClockState, tuple[Fact, ...]]

# Plain data.

_MOMENTS = ("ends_at", "resumes_at", "held_until", "started_at", "since", "finishes_at")
_SPANS = ("remaining", "played", "rested", "plays_for")
_TICK = timedelta(microseconds=1)


def to_plain(state: ClockState) -> dict[str, Any]:
    """The state as JSON can hold it: moments in ISO 8601, spans in microseconds."""
    plain: dict[str, Any] = {
        "phase": state.phase.value,
        "index": state.index,
        "reason": state.reason,
        "on_sale": list(state.on_sale),
        "breaks": [[_text(rest.began_at), _text(rest.ended_at)] for rest in state.breaks],
    }
    for name in _MOMENTS:
        plain[name] = _text(getattr(state, name))
    for name in _SPANS:
        span = getattr(state, name)
        plain[name] = None if span is None else span // _TICK
    return plain


def from_plain(data: Mapping[str, Any]) -> ClockState:
    """Read what to_plain wrote."""
    fields: dict[str, Any] = {name: _moment(data[name]) for name in _MOMENTS}
    fields |= {name: _span(data[name]) for name in _SPANS}
    fields["on_sale"] = tuple(data.get("on_sale", ()))
    fields["breaks"] = tuple(
        Rest(datetime.fromisoformat(began), _moment(ended))
        for began, ended in data.get("breaks", ())
    )
    return ClockState(Phase(data["phase"]), data["index"], reason=data["reason"], **fields)


def _text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _span(ticks: int | None) -> timedelta | None:
    return None if ticks is None else ticks * _TICK
