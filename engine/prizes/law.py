"""What a book says of places and prizes: who comes before whom, what may be won and given."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from engine.answers import Answer


@dataclass(frozen=True, slots=True)
class Bust:
    """An entry lost its last chip; what the books may ask of it comes along."""

    entry: int
    moment: int
    table: int = 1
    stack_before: int = 0
    put_in: int = 0
    all_in_order: int = 0
    seats_from_button: int = 0


class Tie(StrEnum):
    """How a book separates those its order leaves equal."""

    DRAW = "draw cards"
    CUT = "cut cards"
    RULING = "ruling"
    JOINT = "joint places"


Tiers = list[list[Bust]]
Reason = Callable[[Sequence[Bust], Sequence[Bust]], str]


@dataclass(frozen=True, slots=True)
class Order:
    """One book's way with busts of one moment and with survivors of equal chips."""

    same_hand: Callable[[Sequence[Bust]], Tiers]
    clause: str
    tie: Tie
    tie_clause: str
    survivors: Tie
    survivors_clause: str
    separate_tables: Tie | None = None  # None: as at one table
    only_where_it_matters: bool = False  # whether places that win the same may stay shared
    ranked: str = ""  # the clause by which those still in rank by their chips
    winner: str = ""  # ... by which the last one in wins
    alone: str = ""  # ... by which the last one out comes before those out earlier
    reason: "Reason | None" = None  # the clause of each tier, where it is not always the same
    separate_clause: str = ""


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that may be won, in all and by one player, in cents."""

    total: int
    total_clause: str
    player: int
    player_clause: str


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """What a book says about prizes."""

    refused: tuple[str, str] | None = None
    caps: Caps | None = None
    pays_all: str = ""  # the clause by which the whole pool is paid, nothing over
    no_online: str = ""
    locked: str = ""  # the clause by which an approved list stays
    value: str = ""  # the clause by which a thing is worth its full price with all taxes
    known: str = ""  # the clause by which prizes are shown when the pool is known


@dataclass(frozen=True, slots=True)
class DonationRules:
    """A book whose winners choose charities."""

    fixed: str  # the clause by which the amounts are fixed beforehand
    uninvolved: str  # the clause by which a receiver takes no part in the event


@dataclass(frozen=True, slots=True)
class PrizesLaw:
    """One field per question."""

    order: Answer[Order]  # of busts of one moment, and of survivors with equal chips
    simultaneous: Answer[None]  # the director says that hands of separate tables ended together
    table_winners: Answer[bool]  # the most chips at each table win the session
    counted: Answer[bool]  # chips that decide places at a fixed hour are counted first
    prizes: Answer[PrizeRules]
    no_deals: Answer[str]  # why players may not divide the prizes; empty where they may
    donations: Answer[DonationRules | None]
    clubs: Answer[bool]  # players' points add up for their clubs


def by_stack(busts: Sequence[Bust]) -> Tiers:
    """The larger stack before the hand places higher."""
    return _tiers(busts, lambda bust: bust.stack_before)


def by_chips_put_in(busts: Sequence[Bust]) -> Tiers:
    """The larger amount put into the pot in that hand places higher."""
    return _tiers(busts, lambda bust: bust.put_in)


def by_all_in(busts: Sequence[Bust]) -> Tiers:
    """Larger all-in; then at one table who went all-in first, at separate ones by the button."""
    tiers: Tiers = []
    for tied in _tiers(busts, lambda bust: bust.put_in):
        tables = {bust.table for bust in tied}
        if len(tables) == 1:
            tiers += _tiers(tied, lambda bust: -bust.all_in_order)
        elif len(tables) == len(tied):
            tiers += _tiers(tied, lambda bust: -bust.seats_from_button)
        else:
            tiers.append(tied)
    return tiers


def all_in_clause(together: Sequence[Bust], tier: Sequence[Bust]) -> str:
    """Which part of adelaide:99c sets this tier apart from the others of its moment."""
    equal = {bust.table for bust in together if bust.put_in == tier[0].put_in}
    is_by_amount = sum(bust.put_in == tier[0].put_in for bust in together) == len(tier)
    if is_by_amount:
        is_one_table = len({bust.table for bust in together}) == 1
        return "adelaide:99c" if is_one_table else "adelaide:99c-3"
    return "adelaide:99c-2" if len(equal) == 1 else "adelaide:99c-4"


def _tiers(busts: Sequence[Bust], worth: Callable[[Bust], int]) -> Tiers:
    ranked = sorted(busts, key=worth, reverse=True)
    return [list(equal) for _, equal in groupby(ranked, key=worth)]
