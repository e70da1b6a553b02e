"""An optional clock on every decision, with time banks a player may add."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from engine.refusal import Refused

LEAST, MOST, MOST_BANKS = 5, 600, 20


@dataclass(frozen=True, slots=True)
class ShotClock:
    """Seconds for each decision; `banks` of `bank_seconds` for each player.

    The banks are given anew at a level (0: at none) and at the final table, if so chosen.
    """

    seconds: int = 30
    bank_seconds: int = 30
    banks: int = 2
    anew_at_level: int = 0
    anew_at_final_table: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """The tournament's clock stood from here; None: it still does."""

    since: datetime
    until: datetime | None = None


def check(clock: ShotClock) -> None:
    """Refuse a clock that nobody can play by."""
    if min(clock.seconds, clock.bank_seconds) < LEAST:
        raise Refused("A decision and a time bank last at least five seconds.")
    if max(clock.seconds, clock.bank_seconds) > MOST:
        raise Refused("A decision and a time bank last at most ten minutes.")
    if not 0 <= clock.banks <= MOST_BANKS or clock.anew_at_level < 0:
        raise Refused(f"Enter 0 to {MOST_BANKS} time banks for each player.")


def ends_at(
    clock: ShotClock,
    *,
    turn_began_at: datetime,
    banks_used_now: int = 0,
    stops: Sequence[Stop] = (),
) -> datetime | None:
    """When this decision must be made, with the banks put in so far; None while the clock stands.

    What was played on is counted, what the tournament's clock stood is not.
    """
    seconds = clock.seconds + banks_used_now * clock.bank_seconds
    end = turn_began_at + timedelta(seconds=seconds)
    for stop in stops:
        if stop.until is None:
            return None
        end += stop.until - max(stop.since, turn_began_at)
    return end


def period(clock: ShotClock, *, level: int, is_final_table: bool) -> int:
    """How often the banks have been given anew by now."""
    is_past_level = bool(clock.anew_at_level) and level >= clock.anew_at_level
    return int(is_past_level) + int(clock.anew_at_final_table and is_final_table)


def banks_left(clock: ShotClock, *, used: int) -> int:
    return max(0, clock.banks - used)


def check_use_bank(clock: ShotClock, *, used: int, is_up: bool) -> None:
    """Refuse a bank the player no longer has, or has asked for too late."""
    if is_up:
        raise Refused("The time for this decision is up: a bank must be taken before.")
    if not banks_left(clock, used=used):
        raise Refused("No time bank is left.")


def to_plain(clock: ShotClock) -> dict[str, Any]:
    """As a structure keeps it."""
    return {name: getattr(clock, name) for name in ShotClock.__dataclass_fields__}


def of(plain: Mapping[str, Any]) -> ShotClock | None:
    """The shot clock of a structure; None where it has none."""
    kept = plain.get("shot_clock")
    if not kept:
        return None
    return ShotClock(**{name: kept[name] for name in ShotClock.__dataclass_fields__})
