"""What a structure consists of: each field once, for whoever writes, reads or keeps one.

A new field is one line here. The file of a structure says it from then on, and reads it strictly;
a structure with an undeclared field is refused.
"""

from dataclasses import dataclass
from enum import StrEnum, unique

MOST_AMOUNT, MOST_PLAYERS = 1_000_000_000, 10_000


@unique
class Said(StrEnum):
    """Who says a field."""

    HOUSE = "house"  # chosen by the house: every file says it
    HOUSE_MAY = "house may"  # likewise, where the house has chosen
    PRESET = "preset"  # follows from preset and rulebook: no file can claim it
    BESIDE = "beside"  # how the hall works, not what is played: stays with the tournament


@unique
class Kind(StrEnum):
    """What a field holds."""

    WHOLE = "whole"
    WORDS = "words"
    CHIPS = "chips"
    SCHEDULE = "schedule"
    SOLD = "sold"
    HOUSE_RULES = "house rules"
    RACE_OFF = "race-off"
    FREE = "free"  # of no file


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its name, who says it, what it holds, and the bounds of a number or of words."""

    name: str
    said: Said = Said.HOUSE
    kind: Kind = Kind.WHOLE
    least: int = 0
    most: int = MOST_AMOUNT


FIELDS: tuple[Field, ...] = (
    Field("stack", least=1),
    Field("seats_per_table", least=2, most=12),
    Field("min_players", least=2, most=MOST_PLAYERS),
    Field("max_players", least=2, most=MOST_PLAYERS),
    Field("entry_price"),
    Field("entry_fee"),
    Field("rebuy_fee"),
    Field("top_up_fee"),
    Field("add_on_fee"),
    Field("notes", kind=Kind.WORDS, most=1000),
    Field("chips", kind=Kind.CHIPS),
    Field("schedule", kind=Kind.SCHEDULE),
    Field("house_rules", Said.HOUSE_MAY, Kind.HOUSE_RULES),
    Field("least_chips", Said.HOUSE_MAY, least=1),
    Field("race_off", Said.HOUSE_MAY, Kind.RACE_OFF),
    Field("rebuys", kind=Kind.SOLD),
    Field("top_up", kind=Kind.SOLD),
    Field("add_ons", kind=Kind.SOLD),
    Field("preset_name", Said.PRESET, Kind.FREE),
    Field("prizes", Said.PRESET, Kind.FREE),
    Field("few_clause", Said.PRESET, Kind.FREE),
    Field("full_clause", Said.PRESET, Kind.FREE),
    Field("bonus_rounds", Said.BESIDE, Kind.FREE),
    Field("card_steps", Said.BESIDE, Kind.FREE),
    Field("penalties", Said.BESIDE, Kind.FREE),
    Field("players_cut", Said.BESIDE, Kind.FREE),
    Field("recording_depth", Said.BESIDE, Kind.FREE),
    Field("shot_clock", Said.BESIDE, Kind.FREE),
)


def said_by(*whom: Said) -> list[Field]:
    """The fields these say, in the order of the file."""
    return [field for field in FIELDS if field.said in whom]


def names(*whom: Said) -> frozenset[str]:
    """What the same are called."""
    return frozenset(field.name for field in said_by(*whom))
