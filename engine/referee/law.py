"""What a book says of rulings: which hands are void, killed, given back or dealt again, by whom."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.answers import Answer


@dataclass(frozen=True, slots=True)
class RulingsLaw:
    """One field per question."""

    void_reasons: Answer[Mapping[str, str]]  # those it lists, and where; empty: it lists none
    void_bets: Answer[tuple[str, ...]]  # what may become of the bets
    voided_by_floor: Answer[bool]  # a dealer may not void a hand alone, by the book's own words
    killed_by_floor: Answer[bool]  # nor fold one for a breach
    restored_by_floor: Answer[bool]  # nor take one out of the muck
    misdeal_declared: Answer[bool]  # it says who may declare a misdeal
    put_right: Answer[str]  # what must be true before hole cards gone wrong are put right
