"""When something is to be expected, by the clock on the wall."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.planner.outlook import Spread


def at(starts_at: datetime, minutes: float) -> datetime:
    """So many minutes after the start, to the minute."""
    return starts_at + timedelta(minutes=round(minutes))


@dataclass(frozen=True, slots=True)
class Times:
    """When something is to be expected: one evening in ten is earlier than low, later than high."""

    low: datetime
    middle: datetime
    high: datetime


def times(spread: Spread, starts_at: datetime) -> Times:
    """When something is to be expected, by the clock on the wall."""
    return Times(
        at(starts_at, spread.low), at(starts_at, spread.middle), at(starts_at, spread.high)
    )


def times_if_any(spread: Spread | None, starts_at: datetime) -> Times | None:
    """The same of what may not come about."""
    return times(spread, starts_at) if spread else None
