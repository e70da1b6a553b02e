"""Staff: the rows of tables that other operations name by their ids."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from tables.models import ChipRequest, CountedStack, RaceOff
from tournament.api.lists import ENTRY, Listed, tell
from tournament.api.operations import Here, Operations
from tournament.permissions import Permission

router = Operations(tags=["reading"])


class TableRows(StrEnum):
    """What can be listed."""

    COUNTS = "counts"
    COUNTED_STACKS = "counted-stacks"
    DECKS = "decks"
    REQUESTS = "requests"
    RACE_OFFS = "race-offs"
    PAIRS = "pairs"


LISTS: Mapping[TableRows, Listed] = {
    TableRows.COUNTS: Listed(
        Permission.SEE_CONSOLE,
        lambda cup: cup.chip_counts.all(),
        ("because", "opened_at", "closed_at", "called_off_at"),
    ),
    TableRows.COUNTED_STACKS: Listed(
        Permission.SEE_CONSOLE,
        lambda cup: CountedStack.objects.filter(table_count__count__tournament=cup),
        (*ENTRY, "seat", "recorded", "counted", "explanation"),
    ),
    TableRows.DECKS: Listed(
        Permission.SEE_CONSOLE,
        lambda cup: cup.decks.all(),
        ("number", "colour", "make", "table__number", "withdrawn_at"),
    ),
    TableRows.REQUESTS: Listed(
        Permission.SELL_CHIPS,
        lambda cup: ChipRequest.objects.filter(table__tournament=cup, answered_at=None),
        (*ENTRY, "table__number", "at"),
    ),
    TableRows.RACE_OFFS: Listed(
        Permission.SEE_CONSOLE,
        lambda cup: RaceOff.objects.filter(table__tournament=cup, undone_at=None),
        ("table__number", "chip", "larger", "at", "confirmed_at"),
    ),
    TableRows.PAIRS: Listed(
        Permission.SEAT_PLAYERS, lambda cup: cup.kept_apart.all(), ("one__number", "other__number")
    ),
}


@router.look("/table-lists/{kind}", "List rows of tables with their ids", None)
def rows(here: Here, kind: TableRows) -> list[dict[str, Any]]:
    """The newest first, a thousand at most."""
    listed = LISTS[kind]
    here.look(listed.permission)
    return tell(here.tournament, listed)
