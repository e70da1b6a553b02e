"""What a change of the plan would do, and which schedule ends when it should."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean

from engine.planner import evening, outlook
from engine.planner.evening import Plan
from engine.planner.outlook import Spread
from engine.refusal import Refused
from engine.schedule.schedule import Doubling, Level, Schedule

SHORTEST, LONGEST = 3, 90  # minutes of a level
ENOUGH = 40  # evenings to know a median by
PAIRED = 100  # evenings to know a difference by, to some three minutes
NEAR = 15  # minutes by which a wish may be missed: levels have whole minutes


@dataclass(frozen=True, slots=True)
class Change:
    """One thing done otherwise, and how many minutes longer an evening takes then."""

    words: str
    difference: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """A schedule that comes nearest to a wish, and when its evenings really end."""

    schedule: Schedule
    end: Spread
    is_reached: bool


def expected_end(plan: Plan, *, seeds: Sequence[str]) -> Spread:
    """When these evenings end."""
    return outlook.spread(evening.play(plan, Random(seed)).minutes for seed in seeds)


def median_end(plan: Plan, *, seeds: Sequence[str]) -> float:
    """When the middle one of these evenings ends."""
    return expected_end(plan, seeds=seeds).middle


def seeds(seed: str, count: int) -> list[str]:
    """One seed for each evening, from the one that is published."""
    return [f"{seed}/{number}" for number in range(count)]


def changes(plan: Plan, *, seed: str, evenings: int | None = None) -> list[Change]:
    """A minute more, a minute less, one level less: by the same luck, so that they compare.

    The mean of many evenings lies nearer the truth than the middle one of them.
    """
    drawn = seeds(seed, evenings or evening.enough(plan, PAIRED, least=10))
    now = _mean_end(plan, drawn)
    return [
        Change(words, round(_mean_end(other, drawn) - now, 1)) for words, other in _variants(plan)
    ]


def _mean_end(plan: Plan, drawn: Sequence[str]) -> float:
    return fmean(evening.play(plan, Random(seed)).minutes for seed in drawn)


def _variants(plan: Plan) -> list[tuple[str, Plan]]:
    variants = [("Every level one minute longer", _longer(plan, 1))]
    if all(level.minutes > SHORTEST for level in plan.schedule.levels):
        variants.append(("Every level one minute shorter", _longer(plan, -1)))
    if len(plan.schedule.levels) > 2:
        variants.append(("Without the second level", _without(plan, 2)))
    if len(plan.schedule.levels) > 6:
        middle = len(plan.schedule.levels) // 2
        variants.append((f"Without level {middle}", _without(plan, middle)))
    stack = replace(plan, stack=plan.stack * 5 // 4)
    variants.append(("Stacks a quarter deeper", stack))
    return variants


def _longer(plan: Plan, minutes: int) -> Plan:
    return replace(plan, schedule=lengthened(plan.schedule, minutes))


def lengthened(schedule: Schedule, minutes: int) -> Schedule:
    """Every level so many minutes longer, within reason; breaks stay."""
    rows = tuple(
        replace(row, minutes=_bounded(row.minutes + minutes)) if isinstance(row, Level) else row
        for row in schedule.rows
    )
    after = schedule.after_last
    if isinstance(after, Doubling):
        after = Doubling(_bounded(after.every + minutes))
    return Schedule(rows, after)


def _bounded(minutes: int) -> int:
    return max(SHORTEST, min(LONGEST, minutes))


def _without(plan: Plan, number: int) -> Plan:
    """What ends with the level that is left out ends with the one before."""
    levels = [index for index, row in enumerate(plan.schedule.rows) if isinstance(row, Level)]
    gone, before = levels[number - 1], levels[number - 2]
    rows = list(plan.schedule.rows)
    lost, kept = rows[gone], rows[before]
    if isinstance(lost, Level) and isinstance(kept, Level):
        rows[before] = replace(
            kept,
            race_offs=kept.race_offs + lost.race_offs,
            ends_rebuys=kept.ends_rebuys or lost.ends_rebuys,
            top_up=kept.top_up or lost.top_up,
        )
    del rows[gone]
    return replace(plan, schedule=Schedule(tuple(rows), plan.schedule.after_last))


def to_end_after(plan: Plan, *, minutes: int, seed: str, evenings: int | None = None) -> Proposal:
    """The same levels, each so much longer or shorter that the middle evening ends as wished."""
    if not 30 <= minutes <= 24 * 60:
        raise Refused("Plan at least 30 minutes and at most a day.")
    plan = replace(plan, until=None)  # by its levels, not because the doors close
    drawn = seeds(seed, evenings or evening.enough(plan, ENOUGH, least=5))
    least = SHORTEST - max(level.minutes for level in plan.schedule.levels)
    most = LONGEST - min(level.minutes for level in plan.schedule.levels)
    while least < most:
        tried = (least + most) // 2
        if median_end(_longer(plan, tried), seeds=drawn) < minutes:
            least = tried + 1
        else:
            most = tried
    near = [_proposal(_longer(plan, each), minutes, drawn) for each in (least, least - 1)]
    return min(near, key=lambda each: abs(each.end.middle - minutes))


def _proposal(plan: Plan, minutes: int, drawn: Sequence[str]) -> Proposal:
    end = expected_end(plan, seeds=drawn)
    return Proposal(plan.schedule, end, is_reached=abs(end.middle - minutes) <= NEAR)
