"""What a book brings and leaves to a house: presets, options, what is sold, what stays fixed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.answers import Answer
from engine.chips import ChipSet
from engine.entries.law import AddOns, AddOnTerms, NotOffered, Rebuys, RebuyTerms, TopUpTerms
from engine.games import Game
from engine.schedule.schedule import Schedule

PERCENTAGES, FIXED, DONATIONS, MEDALS = "percentages", "fixed", "donations", "medals"


@dataclass(frozen=True, slots=True)
class Preset:
    """A structure a director can take as it is or change before the first hand.

    Amounts a book leaves to the house (stacks, prices) are suggestions; money is in cents.
    """

    key: str
    name: str
    rulebook: str
    game: str
    seats_per_table: int
    min_players: int
    max_players: int
    starting_stack: int
    chips: ChipSet
    schedule: Schedule
    rebuys: RebuyTerms
    top_up: TopUpTerms
    add_ons: AddOnTerms
    prizes: str
    entry_price: int = 0
    entry_fee: int = 0  # what of the price is the house's; likewise below
    rebuy_fee: int = 0
    top_up_fee: int = 0
    add_on_fee: int = 0
    full_clause: str = ""
    few_clause: str = ""
    notes: str = ""
    is_satellite: bool = False  # played for seats elsewhere: who is left when they suffice has one


NO_TOP_UP_HERE = NotOffered("Only Canberra games with rebuys have a top-up.", "")
Value = bool | str | int


@dataclass(frozen=True, slots=True)
class Option:
    """One question to the house; `suits` says in which games it arises."""

    key: str
    question: str
    choices: tuple[tuple[Value, str], ...]
    default: Value
    clause: str
    suits: Callable[[Game], bool] = lambda game: True
    frozen: str = ""  # where the book says that it stays as it is once play has begun

    def words(self, value: Value) -> str:
        return next(words for choice, words in self.choices if choice == value)


REBUYS, TOP_UP, ADD_ONS = "rebuys", "top_up", "add_ons"
CHIPS, MOST, BELOW, OFFERED = "chips", "most", "stack_below", "is_sold"


@dataclass(frozen=True, slots=True)
class HouseTerms:
    """On which terms chips are sold where the house decides whether they are."""

    rebuys: Rebuys
    add_ons: AddOns
    none_sold: NotOffered


@dataclass(frozen=True, slots=True)
class StructureLaw:
    """One field per question."""

    options: Answer[tuple[Option, ...]]  # what the house decides before play
    authorised: Answer[bool]  # its presets' games and no other
    numbers_fixed: Answer[bool]  # it says itself how many may play
    stack_fixed: Answer[bool]  # and how many chips everybody begins with
    least_chips: Answer[None]  # what a player must have to take part
    frozen: Answer[None]  # nothing of the setup changes once play has begun
    altered: Answer[bool]  # the house may alter an event at any time, and says why
    houses_sale: Answer[Mapping[str, frozenset[str]]]  # which parts of a purchase are the house's
    house_terms: Answer[HouseTerms | None]  # None: the book says itself what is sold
