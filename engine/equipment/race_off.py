"""Exchanging small chips when their denomination leaves play.

Two methods. The highest takes all (canberra:4.8): everyone with too few small chips for one larger
chip gets one face-up card. One chip each (tda2024:R24): the odd chips are pooled, one larger chip
at most goes to a player, by the highest card, and nobody is raced out.
Cards are ints; in a race-off alone suits count: spades, hearts, diamonds, clubs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.amounts import figure
from engine.equipment.law import Choice, EquipmentLaw, Method, Rounding
from engine.refusal import Refused

DECK = tuple(range(52))


def clause(method: Method, law: EquipmentLaw) -> str:
    """By which rule it is done so: the book's own, or common practice; else the house's way."""
    if method is law.race_off.value.method:
        return law.race_off.clause
    return law.one_chip_each.clause if method is Method.ONE_CHIP_EACH else ""


@dataclass(frozen=True, slots=True)
class Holding:
    """One seat's stack when the race-off begins, and how many of the leaving chip it holds."""

    seat: int
    stack: int
    small: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a seat hands in and gets before any card is dealt."""

    seat: int
    hands_in: int
    gets: int
    left: int


@dataclass(frozen=True, slots=True)
class Result:
    """Stacks after the race-off; `rounding` is what the bank added, or took when negative."""

    stacks: Mapping[int, int]
    rounding: int
    winners: tuple[int, ...] = ()
    raced_out: tuple[int, ...] = ()


def larger_chip(chip: int, chips: Sequence[int]) -> int | None:
    """The next larger chip, which takes the place of the leaving one; None for the largest."""
    return min((value for value in chips if value > chip), default=None)


def run(
    choice: Choice,
    holdings: Sequence[Holding],
    cards: Mapping[int, int],
    *,
    chip: int,
    larger: int,
) -> Result:
    """The race-off by the tournament's method, its total proved."""
    method = highest_takes_all if choice.method is Method.HIGHEST_TAKES_ALL else one_chip_each
    result = method(holdings, cards, chip=chip, larger=larger, rounding=choice.rounding)
    check_total(holdings, result)
    return result


def exchanges(holdings: Sequence[Holding], *, chip: int, larger: int) -> tuple[Exchange, ...]:
    """Each player first swaps small chips for larger ones; `left` small chips remain."""
    _check_chips_fit(chip, larger)
    each = larger // chip
    return tuple(
        Exchange(h.seat, h.small // each * each, h.small // each, h.small % each) for h in holdings
    )


def contenders(holdings: Sequence[Holding], *, chip: int, larger: int) -> tuple[int, ...]:
    """The seats that get a card: those left with too few small chips for a larger one."""
    return tuple(e.seat for e in exchanges(holdings, chip=chip, larger=larger) if e.left)


def winner(cards: Mapping[int, int]) -> int:
    """The seat with the highest card, suits breaking ties (canberra:4.8/suits)."""
    return max(cards, key=lambda seat: cards[seat])


def _taken_in(
    holdings: Sequence[Holding], cards: Mapping[int, int], odd: Mapping[int, int], chip: int
) -> tuple[dict[int, int], int]:
    """The stacks without their odd chips, and what these come to; a card for each who had some."""
    _check_cards(cards, odd)
    stacks = {h.seat: h.stack - odd.get(h.seat, 0) * chip for h in holdings}
    return stacks, sum(odd.values()) * chip


def highest_takes_all(
    holdings: Sequence[Holding],
    cards: Mapping[int, int],
    *,
    chip: int,
    larger: int,
    rounding: Rounding = Rounding.UP,
) -> Result:
    """One card each, the highest takes all the leftover chips; a player can be raced out."""
    odd = _odd_chips(holdings, chip, larger)
    stacks, pool = _taken_in(holdings, cards, odd, chip)
    if not odd:
        return Result(stacks, 0)
    prize = _rounded(pool, larger, rounding)
    first = winner(cards)
    stacks[first] += prize
    raced_out = tuple(seat for seat, stack in stacks.items() if stack == 0 and seat in odd)
    return Result(stacks, prize - pool, (first,), raced_out)


def one_chip_each(
    holdings: Sequence[Holding],
    cards: Mapping[int, int],
    *,
    chip: int,
    larger: int,
    rounding: Rounding = Rounding.UP,
) -> Result:
    """The pooled chips become larger ones, one at most to a player, and nobody is raced out."""
    odd = _odd_chips(holdings, chip, larger)
    stacks, pool = _taken_in(holdings, cards, odd, chip)
    number = min(len(odd), _rounded(pool, larger, rounding) // larger)
    order = sorted(cards, key=lambda seat: -cards[seat])
    saved = [seat for seat in order[number:] if stacks[seat] == 0]
    for seat in (*order[:number], *saved):
        stacks[seat] += larger
    paid = (number + len(saved)) * larger
    return Result(stacks, paid - pool, tuple(order[:number]))


def check_total(holdings: Sequence[Holding], result: Result) -> None:
    """Prove that the table holds what it held, but for the stated rounding."""
    before = sum(holding.stack for holding in holdings)
    after = sum(result.stacks.values())
    if after != before + result.rounding:
        raise Refused(f"The table held {figure(before)} and now {figure(after)}: count again.")


def small_chips(stack: int, *, chip: int, larger: int) -> int:
    """The fewest small chips a stack must hold, where chips were not counted by colour."""
    return stack % larger // chip


def _odd_chips(holdings: Sequence[Holding], chip: int, larger: int) -> dict[int, int]:
    _check_holdings(holdings, chip)
    return {e.seat: e.left for e in exchanges(holdings, chip=chip, larger=larger) if e.left}


def _rounded(pool: int, larger: int, rounding: Rounding) -> int:
    whole, rest = divmod(pool, larger)
    goes_up = {
        Rounding.UP: rest > 0,
        Rounding.DOWN: False,
        Rounding.HALF: rest * 2 >= larger,
    }
    return (whole + goes_up[rounding]) * larger


def _check_chips_fit(chip: int, larger: int) -> None:
    if chip < 1 or larger <= chip or larger % chip:
        why = f"{figure(chip)} chips cannot be exchanged evenly for {figure(larger)} chips."
        raise Refused(why)


def _check_holdings(holdings: Sequence[Holding], chip: int) -> None:
    for holding in holdings:
        if holding.small < 0 or holding.small * chip > holding.stack:
            raise Refused(f"Seat {holding.seat} cannot hold {holding.small} such chips.")


def _check_cards(cards: Mapping[int, int], odd: Mapping[int, int]) -> None:
    if set(cards) != set(odd):
        raise Refused("One card goes to each player with odd chips, and to nobody else.")
    if len(set(cards.values())) < len(cards):
        raise Refused("The same card cannot be dealt twice.")
