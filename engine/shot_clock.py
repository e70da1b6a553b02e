"""An optional clock on every decision, with time banks a player may add."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.refusal import Refused


@dataclass(frozen=True, slots=True)
class ShotClock:
    """Seconds for each decision; `banks` of `bank_seconds` for each player."""

    seconds: int = 30
    bank_seconds: int = 30
    banks: int = 2


def check(clock: ShotClock) -> None:
    if clock.seconds < 5 or clock.bank_seconds < 5 or clock.banks < 0:
        raise Refused("A decision and a time bank last at least five seconds.")


def ends_at(clock: ShotClock, *, turn_began_at: datetime, banks_used_now: int = 0) -> datetime:
    """When this decision must be made, with the banks put in so far."""
    seconds = clock.seconds + banks_used_now * clock.bank_seconds
    return turn_began_at + timedelta(seconds=seconds)


def banks_left(clock: ShotClock, *, used: int) -> int:
    return max(0, clock.banks - used)


def check_use_bank(clock: ShotClock, *, used: int) -> None:
    """Refuse a bank the player no longer has."""
    if not banks_left(clock, used=used):
        raise Refused("No time bank is left.")
