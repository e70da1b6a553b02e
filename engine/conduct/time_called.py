"""Time called on a player: how long, who may call it, and what happens when it runs out."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.answers import Answer
from engine.conduct.law import DIRECTOR, Outcome, TimeTerms
from engine.refusal import Refused

# Where the director sets the time, these are offered; the common one ends with a count of five.
CHOICES = (25, 30, 60, 90)
COUNTED = {25: 5}  # tda2024:R29


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """A clock that runs on one player."""

    seat: int
    called_at: datetime
    countdown_at: datetime
    ends_at: datetime


def call(
    said: Answer[TimeTerms],
    *,
    seat: int,
    to_act: int | None,
    is_director: bool,
    now: datetime,
    seconds: int | None = None,
) -> TimeCalled:
    """Start the clock on the player in turn; `seconds` where the director sets the time."""
    terms = said.value
    if seat != to_act:
        raise Refused("Time is called only on the player whose turn it is.", said.clause)
    if terms.caller == DIRECTOR and not is_director:
        raise Refused("Only the director may call time.", said.clause)
    silent = _seconds(said, seconds)
    countdown_at = now + timedelta(seconds=silent)
    spoken = timedelta(seconds=countdown(terms, silent))
    return TimeCalled(seat, now, countdown_at, countdown_at + spoken)


def countdown(terms: TimeTerms, seconds: int) -> int:
    """How many of the last seconds are counted aloud, after so many in silence."""
    return terms.countdown if terms.seconds is not None else COUNTED.get(seconds, 0)


def choices(terms: TimeTerms) -> tuple[tuple[int, str], ...]:
    """What the director may choose from, where the book lets them set the time."""
    if terms.seconds is not None:
        return ()
    counts = ((seconds, countdown(terms, seconds)) for seconds in CHOICES)
    return tuple(
        (seconds, f"{seconds} + {count} s" if count else f"{seconds} s")
        for seconds, count in counts
    )


def _seconds(said: Answer[TimeTerms], seconds: int | None) -> int:
    if said.value.seconds is not None:
        return said.value.seconds
    if seconds is None or seconds < 1:
        raise Refused("The director sets how long, at least one second.", said.clause)
    return seconds


def outcome(terms: TimeTerms, *, faces_bet: bool) -> Outcome:
    return terms.facing_bet if faces_bet else terms.facing_nothing


@dataclass(frozen=True, slots=True)
class WagerLimit:
    """So many seconds for each wager, once notice has been given (charity:8.4)."""

    seconds: int
    announced_at: datetime


def applies(limit: WagerLimit, *, hand_started_at: datetime) -> bool:
    """Only a hand that started after the notice is played under the limit."""
    return hand_started_at > limit.announced_at
