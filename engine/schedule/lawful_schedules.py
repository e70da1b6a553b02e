"""What a rulebook asks of a schedule beyond being playable."""

from collections.abc import Callable, Mapping

from engine.refusal import Refused
from engine.schedule.schedule import Fault, Level, Schedule

Demand = tuple[Callable[[Level], bool], str, str]


def has_two_blinds(level: Level) -> bool:
    return len(level.blinds) >= 2


def blinds_do_not_fall(level: Level) -> bool:
    return list(level.blinds) == sorted(level.blinds)


def ante_is_at_most_the_small_blind(level: Level) -> bool:
    return max(level.ante, level.big_blind_ante) <= min(level.blinds, default=0)


def has_blinds_and_no_ante(level: Level) -> bool:
    return bool(level.blinds) and not level.ante and not level.big_blind_ante


def small_blind_is_half_the_big_one(level: Level) -> bool:
    return len(level.blinds) != 2 or 2 * level.blinds[0] == level.blinds[1]


DEMANDS: Mapping[str, tuple[Demand, ...]] = {
    "charity": (),
    "adelaide": (
        (has_two_blinds, "needs two blinds at least", "adelaide:App1.1c"),
        (blinds_do_not_fall, "has a blind smaller than the one before it", "adelaide:App1.1d"),
        (ante_is_at_most_the_small_blind, "has an ante above the small blind", "adelaide:App1.6d"),
    ),
    "canberra": (),
    "igr": (),
    "fours": ((has_blinds_and_no_ante, "has an ante, which 4S does not know", "fours:schedule"),),
}

UNUSUAL: Mapping[str, tuple[Demand, ...]] = {
    "igr": (
        (
            small_blind_is_half_the_big_one,
            "has a small blind that is not half the big blind, as is typical",
            "igr:A.1.Small Blind",
        ),
    ),
}


def doubts(schedule: Schedule, *, rulebook: str) -> list[Fault]:
    """What is allowed but unusual under the tournament's rulebook: to be confirmed."""
    return [
        Fault(f"Level {schedule.number(index)} {why}.", index, is_doubt=True, clause=clause)
        for index, row in enumerate(schedule.rows)
        for is_usual, why, clause in UNUSUAL.get(rulebook, ())
        if isinstance(row, Level) and not is_usual(row)
    ]


def check(schedule: Schedule, *, rulebook: str) -> None:
    """Refuse a schedule that the tournament's rulebook does not allow, with the clause."""
    for index, row in enumerate(schedule.rows):
        for is_met, why, clause in DEMANDS[rulebook]:
            if isinstance(row, Level) and not is_met(row):
                raise Refused(f"Level {schedule.number(index)} {why}.", clause)


# Where all of it is chosen before the tournament starts.
FIXED_AT_THE_START: Mapping[str, str] = {"canberra": "canberra:4.3"}


def check_open(*, has_started: bool, rulebook: str) -> None:
    """Refuse another schedule once play has begun where the book fixes it before."""
    if has_started and rulebook in FIXED_AT_THE_START:
        raise Refused("Play has begun: its levels stand.", FIXED_AT_THE_START[rulebook])
