"""Deals at the final table: how players who agree may divide the prizes that are left."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

from engine import rulebooks
from engine.amounts import dollars
from engine.prizes import icm
from engine.refusal import Refused


class Method(StrEnum):
    EVEN = "evenly"
    CHIPS = "chip chop"
    ICM = "ICM"


def check_allowed(rulebook: str) -> None:
    """Refuse a deal where the book does not let players divide prizes."""
    forbidden = rulebooks.get(rulebook).prizes.no_deals
    if forbidden.value:
        raise Refused(forbidden.value, forbidden.clause)


def propose(
    stacks: Mapping[int, int], prizes: Sequence[int], method: Method, *, kept: int = 0
) -> dict[int, int]:
    """What each player gets, in cents; `kept` is left to play for and comes off the total first."""
    left = list(prizes[: len(stacks)])
    if not 0 <= kept <= sum(left):
        raise Refused(f"Set aside at most what is left: {dollars(sum(left))}.")
    shares = _shares(stacks, left, method)
    total = sum(left) - kept
    return _whole_cents({e: share * total for e, share in shares.items()}, total)


def _shares(stacks: Mapping[int, int], prizes: list[int], method: Method) -> dict[int, Fraction]:
    """Each player's part of the whole."""
    if method is Method.EVEN:
        return dict.fromkeys(stacks, Fraction(1, len(stacks)))
    values = _by_chips(stacks, prizes) if method is Method.CHIPS else icm.worth(stacks, prizes)
    total = sum(prizes)
    return {entry: value / total if total else Fraction(0) for entry, value in values.items()}


def _by_chips(stacks: Mapping[int, int], prizes: list[int]) -> dict[int, Fraction]:
    """To each the least that nobody left can miss, then the rest by what stands before them."""
    sure = min(prizes) if len(prizes) == len(stacks) else 0
    rest, chips = sum(prizes) - sure * len(stacks), sum(stacks.values())
    return {entry: sure + Fraction(stack * rest, chips) for entry, stack in stacks.items()}


def _whole_cents(amounts: Mapping[int, Fraction], total: int) -> dict[int, int]:
    """Rounded down, the missing cents to those who lost most of one; adds up to the total."""
    cents = {entry: int(amount) for entry, amount in amounts.items()}
    order = sorted(amounts, key=lambda entry: (cents[entry] - amounts[entry], entry))
    for entry in order[: total - sum(cents.values())]:
        cents[entry] += 1
    return cents
