"""What a book says of the clock and of the schedule that it follows."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.answers import Answer
from engine.schedule.schedule import Level

Demand = tuple[Callable[[Level], bool], str, str]  # whether it is met, what is wrong, the clause


@dataclass(frozen=True, slots=True)
class ClockLaw:
    """One field per question."""

    starts_with_first_card: Answer[bool]  # the first card of the first hand starts the clock
    hand_level: Answer[str]  # what fixes the level at which a hand is played
    no_hand: Answer[bool]  # in a break or a dispute, by the book's own words
    no_more_hands: Answer[bool]  # when play is over
    demands: Answer[tuple[Demand, ...]]  # what every level must keep
    unusual: Answer[tuple[Demand, ...]]  # what is allowed, but to be confirmed
    fixed_at_the_start: Answer[bool]  # all of the schedule is chosen before play
    over_blinds: Answer[None]  # they are posted at the levels that allow them
    delegated: Answer[bool]  # somebody at a table may be told to keep the time


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
