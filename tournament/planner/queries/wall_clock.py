"""When something is to be expected, by the clock on the wall."""

from datetime import datetime, timedelta


def at(starts_at: datetime, minutes: float) -> datetime:
    """So many minutes after the start, to the minute."""
    return starts_at + timedelta(minutes=round(minutes))


def times(spread: dict[str, float] | None, starts_at: datetime) -> dict[str, datetime] | None:
    """When something is to be expected, by the clock on the wall."""
    if spread is None:
        return None
    return {name: at(starts_at, minutes) for name, minutes in spread.items()}
