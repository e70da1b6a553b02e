"""A player who leaves the table: how long, and what becomes of the chips (fours:leave-1 to 5)."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from engine.clock.clock_state import Rest
from engine.equipment import shares
from engine.refusal import Refused


def away_for(left_at: datetime, now: datetime, rests: Sequence[Rest] = ()) -> timedelta:
    """Time away by the clock on the wall, breaks taken out."""
    away = max(timedelta(0), now - left_at)
    return away - sum((_overlap(rest, left_at, now) for rest in rests), timedelta(0))


def forfeits_at(
    left_at: datetime,
    now: datetime,
    rests: Sequence[Rest] = (),
    *,
    limit: timedelta,
) -> datetime | None:
    """When the chips go if nothing changes; None while a break lasts."""
    if any(rest.ended_at is None or rest.ended_at > now for rest in rests):
        return None
    return now + (limit - away_for(left_at, now, rests))


def is_forfeit(
    left_at: datetime,
    now: datetime,
    rests: Sequence[Rest] = (),
    *,
    limit: timedelta,
) -> bool:
    """The limit reached; one who is back earlier keeps the chips."""
    return away_for(left_at, now, rests) >= limit


def forfeit(
    stack: int, seats: Sequence[int], clause: str, *, unit: int, is_between_hands: bool
) -> shares.Shared:
    """Share the absent stack among the players left at the table; odd chips go to the bank."""
    if not is_between_hands:
        raise Refused("The chips are shared between hands.", clause)
    if not seats:
        return shares.Shared({}, stack)
    return shares.rest_to_bank(stack, seats, unit=unit)


def _overlap(rest: Rest, left_at: datetime, now: datetime) -> timedelta:
    end = now if rest.ended_at is None else min(rest.ended_at, now)
    return max(timedelta(0), end - max(rest.began_at, left_at))
