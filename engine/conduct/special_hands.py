"""Bonus and elimination rounds: what is called before a hand, and what follows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.answers import Answer
from engine.conduct.law import SpecialRounds
from engine.equipment import shares
from engine.refusal import Refused
from engine.seating import card_draws


def known(said: Answer[SpecialRounds | None]) -> SpecialRounds:
    """What the book says of bonus and elimination rounds; refused where it knows none."""
    if said.value is None:
        raise Refused("This rulebook knows no bonus and no elimination rounds.", said.clause)
    return said.value


@dataclass(frozen=True, slots=True)
class BonusPlan:
    """The amounts of a session's bonus rounds, fixed when it starts (charity:15.1)."""

    amounts: tuple[int, ...] = ()


def check_bonus_plan(plan: BonusPlan, law: SpecialRounds, *, has_started: bool) -> None:
    if has_started:
        raise Refused("Bonus rounds are fixed at the start of the session.", law.plan)
    if any(amount < 1 for amount in plan.amounts):
        raise Refused("A bonus round adds at least one chip.", law.plan)


def next_bonus(plan: BonusPlan, law: SpecialRounds, *, called: int) -> int:
    """The chips the next bonus round adds; refused when all have been played."""
    if not plan.amounts:
        raise Refused("No bonus rounds were fixed before the start.", law.plan)
    if called >= len(plan.amounts):
        raise Refused(f"All {len(plan.amounts)} bonus rounds are played.", law.plan)
    return plan.amounts[called]


def check_call(clause: str, *, is_between_hands: bool, is_announced: bool) -> None:
    """Between hands, and the players are told first (charity:15.2, charity:16.1)."""
    if not is_between_hands:
        raise Refused("Blinds, antes or cards of this hand are down: call it after.", clause)
    if not is_announced:
        raise Refused("Tell the players first.", clause)


@dataclass(frozen=True, slots=True)
class Eliminated:
    """Who goes, with how many chips, and what each of the others gets."""

    seat: int
    chips: int
    shares: Mapping[int, int]
    clause: str


def lowest_stacks(stacks: Mapping[int, int]) -> tuple[int, ...]:
    """The seats that hold the smallest stack of those still in (charity:16.3)."""
    alive = {seat: stack for seat, stack in stacks.items() if stack > 0}
    least = min(alive.values(), default=0)
    return tuple(seat for seat, stack in alive.items() if stack == least)


def must_draw(
    stacks: Mapping[int, int], cards: Mapping[int, Sequence[int]], *, button: int
) -> tuple[int, ...]:
    """Who gets a card now, in the order of dealing; nobody when the lowest is known."""
    tied = lowest_stacks(stacks)
    undecided = card_draws.lowest(cards) if cards else tied
    return card_draws.clockwise_after(button, undecided) if len(undecided) > 1 else ()


def eliminate(
    stacks: Mapping[int, int],
    cards: Mapping[int, Sequence[int]],
    law: SpecialRounds,
    *,
    button: int,
    unit: int,
) -> Eliminated:
    """Carry the round out after the pots are paid; cards name the loser of a tie."""
    tied = lowest_stacks(stacks)
    if sum(stack > 0 for stack in stacks.values()) < 2:
        raise Refused("One player is left at this table: nobody goes.", law.lowest)
    if cards and set(cards) != set(tied):
        raise Refused("The players with the lowest stack draw, and only they.", law.tied)
    if must_draw(stacks, cards, button=button):
        raise Refused("Equal lowest stacks: a card each decides.", law.tied)
    seat = card_draws.lowest(cards)[0] if cards else tied[0]
    given = _share_out(stacks, seat, button=button, unit=unit)
    return Eliminated(seat, stacks[seat], given, law.lowest)


def _share_out(
    stacks: Mapping[int, int], seat: int, *, button: int, unit: int
) -> Mapping[int, int]:
    staying = [s for s, stack in stacks.items() if stack > 0 and s != seat]
    order = card_draws.clockwise_after(button, staying)
    return shares.rest_to_first(stacks[seat], order, unit=unit).shares
