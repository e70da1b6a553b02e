"""When something is to be expected, by the clock on the wall."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta


def at(starts_at: datetime, minutes: float) -> datetime:
    """So many minutes after the start, to the minute."""
    return starts_at + timedelta(minutes=round(minutes))


@dataclass(frozen=True, slots=True)
class Times:
    """When something is to be expected: one evening in ten is earlier than low, later than high."""

    low: datetime
    middle: datetime
    high: datetime


def times(spread: Mapping[str, float] | None, starts_at: datetime) -> Times | None:
    """When something is to be expected, by the clock on the wall."""
    if spread is None:
        return None
    return Times(**{name: at(starts_at, minutes) for name, minutes in spread.items()})
