"""How many chips of each colour an evening needs."""

from collections import Counter
from collections.abc import Sequence
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


def needed(piles: Sequence[tuple[int, int]], denominations: Sequence[int]) -> dict[int, int]:
    """Chips for so many stacks of such sizes: (how many, what each is worth)."""
    total: Counter[int] = Counter()
    for count, stack in piles:
        for value, chips in starting_pile(stack, denominations).items():
            total[value] += count * chips
    return dict(sorted(total.items()))
