"""What a book says of seats: how they are given, how many a table has, who moves and by what."""

from dataclasses import dataclass

from engine.answers import Answer

BALLOT, CARD, HAND = "ballot", "card", "hand"
MOST_SEATS = 23


@dataclass(frozen=True, slots=True)
class TableLimit:
    """How many a rulebook seats at one table, and how many more to settle a dispute."""

    most: int = MOST_SEATS
    over: int = 0


@dataclass(frozen=True, slots=True)
class SeatingLaw:
    """One field per question."""

    methods: Answer[tuple[str, ...]]  # how seats may be given before play, the usual way first
    table_limit: Answer[TableLimit]
    balance: Answer[None]  # tables are evened out
    apart: Answer[bool]  # some players do not sit together
    holders: Answer[bool]  # who holds a seat is registered and still in
    carried: Answer[bool]  # who carries chips between tables is on record
    approved: Answer[bool]  # a table needs the inspector's written approval before it is used
    designated: Answer[bool]  # only tables that were designated are used
    exclusive: Answer[bool]  # a table in use here is in use nowhere else
