"""Counts of chips: how often a book allows them, and whether a pile adds up."""

from collections.abc import Mapping

from engine.amounts import figure
from engine.answers import Answer
from engine.refusal import Refused


def check_opening(law: Answer[int | None], *, counts_so_far: int, is_of_everybody: bool) -> None:
    """Refuse one count too many; a look at a single table is none of all players' chips."""
    most = law.value
    if most is not None and is_of_everybody and counts_so_far >= most:
        raise Refused(f"All chips have been counted {most} times in this session.", law.clause)


def worth(pile: Mapping[int, int]) -> int:
    """What so many chips of each denomination are worth."""
    return sum(value * number for value, number in pile.items())


def check_pile(pile: Mapping[int, int], known: frozenset[int]) -> None:
    """Refuse chips that this tournament does not have."""
    for value, number in pile.items():
        if value not in known:
            raise Refused(f"There is no {figure(value)} chip in this tournament.")
        if number < 0:
            raise Refused("A count cannot be negative.")
