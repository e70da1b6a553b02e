"""How much a table records: every action, results only, or stacks now and then."""

from collections.abc import Iterable
from enum import StrEnum, unique

from engine.refusal import Refused
from tables.models import Table
from tournament.models import Tournament


@unique
class Depth(StrEnum):
    """What the dealer enters."""

    ACTIONS = "actions"
    RESULTS = "results"
    COUNTS = "counts"


WORDS = {
    Depth.ACTIONS: "every action",
    Depth.RESULTS: "results only: who put in and won what",
    Depth.COUNTS: "counts only: stacks now and then",
}


def of_tournament(tournament: Tournament) -> Depth:
    """What the tournament records unless a table says otherwise."""
    return Depth(tournament.structure.get("recording_depth", Depth.ACTIONS))


def of(table: Table) -> Depth:
    """What this table records."""
    return Depth(table.depth) if table.depth else of_tournament(table.tournament)


def counting(tournament: Tournament, tables: Iterable[Table]) -> list[int]:
    """The open tables that keep counts only."""
    usual = of_tournament(tournament)
    return [t.number for t in tables if t.is_open and (t.depth or usual) == Depth.COUNTS]


def check_deals_hands(table: Table) -> None:
    """Refuse a hand where only stacks are kept."""
    if of(table) is Depth.COUNTS:
        raise Refused("This table records counts only: enter its stacks from time to time.")
