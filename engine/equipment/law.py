"""What a book says of decks and chips: how cards are made ready, chips counted and raced off."""

from dataclasses import dataclass
from enum import StrEnum

from engine.answers import Answer

CHECK, WASH, SHUFFLE, CUT, CUT_CARD, COLLECT, COUNT = (
    "check",
    "wash",
    "shuffle",
    "cut",
    "cut_card",
    "collect",
    "count",
)
# Who may decide: each may do what those before may.
DEALER, SUPERVISOR, DIRECTOR = "dealer", "supervisor", "director"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing the dealer does with the cards, as the tablet asks for it."""

    name: str
    words: str
    done: str
    clause: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a deck may be changed, who decides, and what must be told with it."""

    name: str
    words: str
    clause: str
    decider: str = DEALER
    needs_majority: bool = False
    needs_card: bool = False
    is_suspect: bool = False


@dataclass(frozen=True, slots=True)
class DeckRules:
    """One book's answers; an empty clause means that the book does not say."""

    opening: tuple[Step, ...] = ()  # when a table is made or a new deck comes in
    each_hand: tuple[Step, ...] = ()
    is_ticked_each_hand: bool = False  # else the tap that deals confirms them
    at_breaks: Step | None = None
    closing: Step | None = None
    reasons: tuple[Reason, ...] = ()
    between_hands_clause: str = ""
    partial_clause: str = ""  # single cards may be changed
    other_colour_clause: str = ""
    same_make_clause: str = ""
    secured_clause: str = ""
    is_secured_check_enough: bool = False
    machine_clause: str = ""
    jam_clause: str = ""
    player_cut_clause: str = ""
    one_cut_clause: str = ""
    count_clause: str = ""  # who may order a count at any time
    inspection_clause: str = ""
    opening_players: int = 0


def card_by_card(clause: str) -> Step:
    return Step(CHECK, "Check the deck, card by card", "checked card by card", clause)


def shuffle(clause: str) -> Step:
    return Step(SHUFFLE, "Shuffle", "shuffled", clause)


def cut(clause: str, words: str = "Cut onto the cut card") -> Step:
    return Step(CUT, words, "cut", clause)


class Rounding(StrEnum):
    """What a remainder below a whole larger chip becomes."""

    UP = "up"
    DOWN = "down"
    HALF = "half"  # half a larger chip or more goes up


class Method(StrEnum):
    """Who gets the odd chips."""

    HIGHEST_TAKES_ALL = "highest card"
    ONE_CHIP_EACH = "one chip each"


@dataclass(frozen=True, slots=True)
class Choice:
    """How a tournament races off."""

    method: Method
    rounding: Rounding = Rounding.UP


@dataclass(frozen=True, slots=True)
class EquipmentLaw:
    """One field per question."""

    decks: Answer[DeckRules]
    another_deck_after: Answer[frozenset[str]]  # misdeals after which the deck is replaced
    chip_counts: Answer[int | None]  # at most so many in a round, heat or final
    only_issued: Answer[bool]  # the chips in play are those that were issued
    race_off: Answer[Choice]
    one_chip_each: Answer[None]  # where that way is the house's choice
    race_off_confirmed: Answer[bool]  # who directs confirms the count before play goes on
