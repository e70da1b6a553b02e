"""Staff: the rows of tables that other operations name by their ids."""

from datetime import datetime

from pydantic import Field

from tables.models import ChipRequest, CountedStack, RaceOff
from tournament.api.lists import ENTRY, EntryRow, IdRow, Listed, offer
from tournament.api.operations import Operations
from tournament.permissions import Permission

router = Operations(tags=["lists"])


class CountRow(IdRow):
    """A count of the chips."""

    because: str
    opened_at: datetime
    closed_at: datetime | None
    called_off_at: datetime | None


class CountedRow(EntryRow):
    """A stack that was counted, in chips."""

    seat: int
    recorded: int
    counted: int
    explanation: str


class DeckRow(IdRow):
    """A deck of the house."""

    number: int
    colour: str
    make: str
    table: int | None
    withdrawn_at: datetime | None


class RequestRow(EntryRow):
    """A rebuy that a table asked for."""

    table: int
    at: datetime


class RaceOffRow(IdRow):
    """A race-off at a table."""

    table: int
    chip: int
    larger: int
    at: datetime
    confirmed_at: datetime | None


class PairRow(IdRow):
    """Two entries that are kept apart."""

    entry: int = Field(description="The entry's number.")
    other: int = Field(description="The other entry's number.")


LISTS = (
    Listed("counts", CountRow, Permission.SEE_CONSOLE, lambda cup: cup.chip_counts.all()),
    Listed(
        "counted-stacks",
        CountedRow,
        Permission.SEE_CONSOLE,
        lambda cup: CountedStack.objects.filter(table_count__count__tournament=cup),
        ENTRY,
    ),
    Listed(
        "decks",
        DeckRow,
        Permission.SEE_CONSOLE,
        lambda cup: cup.decks.all(),
        {"table": "table__number"},
    ),
    Listed(
        "requests",
        RequestRow,
        Permission.SELL_CHIPS,
        lambda cup: ChipRequest.objects.filter(table__tournament=cup, answered_at=None),
        ENTRY | {"table": "table__number"},
    ),
    Listed(
        "race-offs",
        RaceOffRow,
        Permission.SEE_CONSOLE,
        lambda cup: RaceOff.objects.filter(table__tournament=cup, undone_at=None),
        {"table": "table__number"},
    ),
    Listed(
        "pairs",
        PairRow,
        Permission.SEAT_PLAYERS,
        lambda cup: cup.kept_apart.all(),
        {"entry": "one__number", "other": "other__number"},
    ),
)
for each in LISTS:
    offer(router, each, "/table-lists")
