"""What stacks are worth in prize money (Malmuth-Harville), exactly."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.refusal import Refused

MOST_PLAYERS = 10  # every subset of players is looked at: a full final table takes a moment


def worth(stacks: Mapping[int, int], prizes: Sequence[int]) -> dict[int, Fraction]:
    """Each expected prize, where the chance of the next place is the share of chips left."""
    _check(stacks, prizes)
    players = sorted(stacks)
    chances = {0: Fraction(1)}  # sets of players already placed, as bits, and how likely
    values = dict.fromkeys(players, Fraction(0))
    for prize in prizes[: len(players)]:
        following: dict[int, Fraction] = {}
        for placed, chance in chances.items():
            left = sum(stacks[p] for n, p in enumerate(players) if not placed >> n & 1)
            for n, player in enumerate(players):
                if not placed >> n & 1:
                    part = chance * Fraction(stacks[player], left)
                    values[player] += part * prize
                    after = placed | 1 << n
                    following[after] = following.get(after, Fraction(0)) + part
        chances = following
    return values


def _check(stacks: Mapping[int, int], prizes: Sequence[int]) -> None:
    if not stacks or min(stacks.values()) < 1:
        raise Refused("Every player of a deal holds chips.")
    if len(stacks) > MOST_PLAYERS:
        raise Refused(f"A deal by chip value is worked out for up to {MOST_PLAYERS} players.")
    if any(prize < 0 for prize in prizes):
        raise Refused("A prize cannot be negative.")
