"""What the bodies of operations are made of: plain fields, each with its limits and an example."""

import dataclasses
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, TypeVar
from uuid import UUID

from django.utils import timezone
from ninja import Path, Schema
from pydantic import AfterValidator, Field, StringConstraints

from engine.cards import cards
from tournament import requests

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Kept = TypeVar("Kept", bound="DataclassInstance")
MOST = 2**31 - 1  # what a column of whole numbers holds


def _storable(words: str) -> str:
    if "\0" in words:
        raise ValueError("contains a character that cannot be stored")
    return words


def _aware(moment: datetime) -> datetime:
    """A time that names no zone is the hall's; no database keeps those before the first year."""
    if not 1900 <= moment.year < 3000:
        raise ValueError("must be of a year between 1900 and 2999")
    return moment if moment.tzinfo else timezone.make_aware(moment)


_CLEAN = AfterValidator(_storable)
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=80), _CLEAN, Field(examples=["Ann"])
]
Line = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=300),
    _CLEAN,
    Field(examples=["Agreed with the floor"]),
]
Story = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=4000),
    _CLEAN,
    Field(examples=["As both players told it."]),
]
Count = Annotated[int, Field(ge=0, le=MOST, examples=[3])]
Chips = Annotated[int, Field(ge=0, le=10**12, examples=[5000])]
Cents = Annotated[int, Field(ge=0, le=10**11, examples=[11000], description="In cents.")]
Number = Annotated[int, Field(ge=1, le=MOST, examples=[1])]
EntryNumber = Annotated[int, Field(ge=1, le=MOST, examples=[1], description="The entry's number.")]
TableNumber = Annotated[int, Field(ge=1, le=10_000, examples=[1])]
SeatNumber = Annotated[int, Field(ge=0, le=1000, examples=[3])]
CommandId = Annotated[
    UUID,
    Field(
        examples=["8d1c7f5e-6b1a-4c58-9d52-0d5a3f3b9a11"],
        description="Of your own making; sent twice it counts once.",
    ),
]
Moment = Annotated[datetime, AfterValidator(_aware), Field(examples=["2027-03-05T19:30:00+10:30"])]
Cards = Annotated[str, Field(max_length=60, examples=["AsKd"], description="Rank and suit each.")]
Where = Annotated[int, Path(ge=0, le=MOST)]  # a number in an address


AMENDS = "In play: the reason for the amendment, shown beside the terms."


class Sent(Schema, extra="forbid"):
    """What somebody sends; a field that is none of these is refused, not passed over."""

    def over(self, kept: Kept) -> Kept:
        """What is kept, with what was sent in its place: a field left out stays as it is."""
        known = {field.name for field in dataclasses.fields(kept)}
        said = self.model_fields_set & known
        return dataclasses.replace(kept, **{name: getattr(self, name) for name in said})


class Why(Sent):
    """The reason, as it stands in the journal."""

    reason: Line = ""


class Someone(Sent):
    """An entry."""

    entry: EntryNumber


def parse_cards(words: str) -> tuple[int, ...]:
    """Cards as they are written."""
    try:
        return cards.parse(words)
    except ValueError:
        raise requests.Malformed("Write each card as rank and suit, such as Kd or Ts.") from None
