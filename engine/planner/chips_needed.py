"""How many chips of each colour an evening needs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from engine.refusal import Refused

ENOUGH = 8  # of each colour but the greatest, so that blinds can be paid without change


def starting_pile(stack: int, denominations: Sequence[int]) -> dict[int, int]:
    """A stack as a player gets it: enough small chips to pay with, the rest in large ones."""
    values = sorted(value for value in denominations if value <= stack)
    if not values or stack % values[0]:
        raise Refused(f"A stack of {stack} cannot be made of these chips.")
    pile: dict[int, int] = {}
    left = stack
    for value, larger in pairwise(values):
        count = (left % larger) // value
        while count < ENOUGH and left - (count * value + larger) >= larger:
            count += larger // value
        pile[value] = count
        left -= count * value
    pile[values[-1]] = left // values[-1]
    if sum(value * count for value, count in pile.items()) != stack:
        raise Refused(f"A stack of {stack} cannot be made of these chips.")
    return {value: count for value, count in pile.items() if count}


def with_race_offs(
    counts: Mapping[int, int], leaving: Iterable[int], denominations: Sequence[int]
) -> dict[int, int]:
    """The most of each colour at any time: what leaves play is changed into the next larger."""
    held = {value: counts.get(value, 0) for value in sorted(denominations)}
    most = dict(held)
    for value in leaving:
        worth = value * held.pop(value, 0)
        larger = [other for other in held if other > value]
        if worth and larger:
            held[larger[0]] += -(-worth // larger[0])
            most[larger[0]] = max(most[larger[0]], held[larger[0]])
    return most


def needed(piles: Sequence[tuple[int, int]], denominations: Sequence[int]) -> dict[int, int]:
    """Chips for so many stacks of such sizes: (how many, what each is worth)."""
    total: Counter[int] = Counter()
    for count, stack in piles:
        for value, chips in starting_pile(stack, denominations).items():
            total[value] += count * chips
    return dict(sorted(total.items()))
