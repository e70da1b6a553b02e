"""What a rulebook asks of a schedule beyond being playable."""

from engine import rulebooks
from engine.refusal import Refused
from engine.schedule.schedule import Fault, Level, Schedule


def doubts(schedule: Schedule, *, rulebook: str) -> list[Fault]:
    """What is allowed but unusual under the tournament's rulebook: to be confirmed."""
    return [
        Fault(f"Level {schedule.number(index)} {why}.", index, is_doubt=True, clause=clause)
        for index, row in enumerate(schedule.rows)
        for is_usual, why, clause in rulebooks.get(rulebook).clock.unusual.value
        if isinstance(row, Level) and not is_usual(row)
    ]


def check(schedule: Schedule, *, rulebook: str) -> None:
    """Refuse a schedule that the tournament's rulebook does not allow, with the clause."""
    for index, row in enumerate(schedule.rows):
        for is_met, why, clause in rulebooks.get(rulebook).clock.demands.value:
            if isinstance(row, Level) and not is_met(row):
                raise Refused(f"Level {schedule.number(index)} {why}.", clause)


def check_open(*, has_started: bool, rulebook: str) -> None:
    """Refuse another schedule once play has begun where the book fixes it before."""
    fixed = rulebooks.get(rulebook).clock.fixed_at_the_start
    if has_started and fixed.value:
        raise Refused("Play has begun: the levels are fixed.", fixed.clause)
