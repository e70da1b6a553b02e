"""A schedule proposed from the number of players, the stack, the chips and the time there is."""

from collections.abc import Sequence
from itertools import pairwise
from math import log

from engine.refusal import Refused
from engine.schedule.schedule import Break, Doubling, Level, Row, Schedule

GROWTH = 1.5  # how much a level should ask beside the one before
DEEP = 100  # big blinds in a starting stack
LEFT_AT_THE_END = 20  # big blinds in play, all stacks together, when an event usually ends
LENGTHS = (5, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60)
BREAK_EVERY, BREAK = 100, 10
ROUND = (1, 1.5, 2, 3, 4, 5, 6, 8)


def propose(*, players: int, stack: int, chips: Sequence[int], minutes: int) -> Schedule:
    """Levels that start deep, rise evenly and end about when they should; breaks are included."""
    _check(players, stack, chips, minutes)
    first = _nearest(stack / DEEP / 2, _amounts(chips, stack))
    last = max(2 * first, players * stack // LEFT_AT_THE_END // 2)
    wanted = log(last / first) / log(GROWTH) + 1
    length = min(LENGTHS, key=lambda each: abs(_playing(minutes, each) / each - wanted))
    count = max(2, _playing(minutes, length) // length)
    blinds = _rising(first, last, count, chips)
    return Schedule(tuple(_with_breaks(_levels(blinds, length, chips), length)), Doubling(length))


def _check(players: int, stack: int, chips: Sequence[int], minutes: int) -> None:
    if players < 2:
        raise Refused("A tournament needs two players at least.")
    if minutes < 30:
        raise Refused("Plan at least 30 minutes.")
    if not chips or stack < 20 * min(chips):
        raise Refused("A stack needs twenty of the smallest chips at least.")


def _playing(minutes: int, length: int) -> int:
    """What is left for play when a break comes after every hundred minutes or so."""
    levels_between = max(1, BREAK_EVERY // length)
    each = levels_between * length + BREAK
    breaks = max(0, (minutes - 1) // each)
    return minutes - breaks * BREAK


def _amounts(chips: Sequence[int], most: int) -> list[int]:
    """Round small blinds that the chips can make, up to the most anyone could need."""
    unit, scale, found = min(chips), 1, set()
    while scale <= 10 * most:
        found |= {int(step * scale) for step in ROUND if step * scale == int(step * scale)}
        scale *= 10
    found |= {unit, 2 * unit, 3 * unit}
    return sorted(amount for amount in found if amount % unit == 0)


def _nearest(wish: float, amounts: Sequence[int]) -> int:
    return min(amounts, key=lambda amount: abs(log(amount / wish)))


def _rising(first: int, last: int, count: int, chips: Sequence[int]) -> list[int]:
    """So many small blinds from first to last, each above the one before."""
    amounts = _amounts(chips, last * 2**count)
    blinds = [first]
    for step in range(1, count):
        wish = first * (last / first) ** (step / (count - 1))
        higher = [amount for amount in amounts if amount > blinds[-1]]
        blinds.append(_nearest(wish, higher))
    return blinds


def _levels(blinds: Sequence[int], length: int, chips: Sequence[int]) -> list[Level]:
    leaving = _leaving(blinds, sorted(chips))
    return [
        Level(length, blinds=(small, 2 * small), race_offs=leaving.get(index, ()))
        for index, small in enumerate(blinds)
    ]


def _leaving(blinds: Sequence[int], chips: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """After which level each chip is needed no more: all later blinds are made of the next one."""
    leaving: dict[int, tuple[int, ...]] = {}
    earliest = 0
    for chip, larger in pairwise(chips):
        needed = [index for index, small in enumerate(blinds) if small % larger]
        index = max(needed[-1] if needed else 0, earliest)
        if larger % chip or index >= len(blinds) - 1:
            break
        leaving[index] = (*leaving.get(index, ()), chip)
        earliest = index
    return leaving


def _with_breaks(levels: Sequence[Level], length: int) -> list[Row]:
    between = max(1, BREAK_EVERY // length)
    rows: list[Row] = []
    for number, level in enumerate(levels, start=1):
        rows.append(level)
        if number % between == 0 and number < len(levels):
            rows.append(Break(BREAK))
    return rows
