"""What a hand begins with: who takes part, the blinds, and the hand before."""

from dataclasses import dataclass

from engine.hand.state import NOBODY

PRESENT, ABSENT, PENALTY = "present", "absent", "penalty"


@dataclass(frozen=True, slots=True)
class Previous:
    """What the next hand must know of the last one at this table."""

    marker: int
    blind_seats: tuple[int, ...]
    seats: tuple[int, ...]
    busts: tuple[int, ...] = ()
    is_misdeal: bool = False


@dataclass(frozen=True, slots=True)
class Participant:
    """A seat that takes part; `owes_live` and `owes_dead` are blinds missed before."""

    seat: int
    stack: int
    status: str = PRESENT
    owes_live: int = 0
    owes_dead: int = 0


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a hand begins with; `previous` is `facts` of the hand before, None at the first.

    `marker` overrules where the book would put it. `deck` is a shuffled deck for electronic dealing
    and stays empty when a human deals. `chip` is the smallest chip in play.
    """

    number: int
    seats: tuple[Participant, ...]
    blinds: tuple[int, ...] = ()
    ante: int = 0
    big_blind_ante: int = 0
    bring_in: int = 0
    small_bet: int = 0  # the bet of the early streets; 0: the greater blind, else the ante
    chip: int = 1
    previous: Previous | None = None
    marker: int | None = None
    deck: tuple[int, ...] = ()
    bonus: int = 0
    is_elimination: bool = False
    over_blind: int = 0
    table_ante_by: int = NOBODY  # who posts the one ante for the table; -1: the big blind
