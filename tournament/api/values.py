"""What the reads are made of: people, levels, amounts of money, and pages of rows."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeVar

from django.db.models import Model, QuerySet
from ninja import Query, Schema
from pydantic import Field

from engine import rulebooks
from engine.amounts import PLAIN
from engine.lifecycle import TournamentState
from engine.schedule.schedule import Level as EngineLevel
from tournament.models import Entry, Tournament

Row = TypeVar("Row", bound=Model)
MOST_ROWS = 1000
Rulebook = Annotated[
    str, Field(json_schema_extra={"enum": sorted({*rulebooks.BOOKS, rulebooks.COMMON.id})})
]
State = TournamentState
Limit = Annotated[int, Query(ge=1, le=MOST_ROWS, description="How many rows at most.")]


class Phase(StrEnum):
    """What the clock is doing."""

    BEFORE = "before"
    ARMED = "armed"
    PLAY = "play"
    BREAK = "break"
    PAUSED = "paused"
    FINISHED = "finished"


class Priced(Schema):
    """Whatever names money: each amount is a whole number of cents of this currency."""

    currency: str = Field(
        default=PLAIN.currency, description="The sign of its amounts, which are in cents."
    )


class Entrant(Schema):
    """An entry and its player: the number is the tournament's, the player's id the house's."""

    entry: int = Field(examples=[1], description="The entry's number.")
    player: int = Field(examples=[7], description="The player's id, the same at every tournament.")
    name: str = Field(examples=["Ann"], description="As everybody may see it.")


class Page(Schema):
    """Some of many rows: `next` asks for those that follow, and is null on the last page."""

    next: int | None = Field(None, description="The cursor of the next page.")


class LevelAmounts(Schema):
    """What is posted at a level, in chips."""

    blinds: list[int] = Field([])
    ante: int = 0
    big_blind_ante: int = 0
    bring_in: int = 0
    small_bet: int = 0
    over_blind: int = 0
    game: str = Field("", description="Empty: the tournament's own.")


class PlannedRow(LevelAmounts):
    """A level or a break of the schedule, and when it begins."""

    kind: Literal["level", "break"]
    number: int | None = Field(description="Of a level; a break has none.")
    minutes: int
    starts_at: datetime | None
    is_now: bool
    note: str


class SavedRow(LevelAmounts):
    """A level or a break as it is saved."""

    kind: Literal["level", "break"]
    minutes: int = 0
    race_offs: list[int] = Field([])
    ends_rebuys: bool = False
    top_up: bool = False
    note: str = ""


class ChipColour(Schema):
    """One kind of chip."""

    value: int
    colour: str


def amounts(level: EngineLevel) -> dict[str, Any]:
    """What is posted at a level."""
    return {name: getattr(level, name) for name in LevelAmounts.model_fields}


def someone(entry: Entry) -> dict[str, Any]:
    """Who an entry is, as everybody may see it."""
    return {"entry": entry.number, "player": entry.player_id, "name": entry.name}


def people(tournament: Tournament, keys: Iterable[int]) -> dict[int, dict[str, Any]]:
    """The same of these entries, by their keys."""
    found = tournament.entries.filter(pk__in=set(keys))
    return {entry.pk: someone(entry) for entry in found}


def part(rows: QuerySet[Row], limit: int) -> tuple[list[Row], bool]:
    """The first of these rows, and whether more follow."""
    found = list(rows[: limit + 1])
    return found[:limit], len(found) > limit
