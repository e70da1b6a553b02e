"""A report as a value: what it says, before anybody decides on screen, paper or spreadsheet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from django.utils import timezone

from engine.amounts import dollars, figure, moment

Value = str | int | date | None


class Kind(StrEnum):
    """What a column holds, and so how it is written."""

    TEXT = "text"
    NUMBER = "number"
    MONEY = "money"
    MOMENT = "moment"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    kind: Kind = Kind.TEXT

    @property
    def is_number(self) -> bool:
        return self.kind in (Kind.NUMBER, Kind.MONEY)


@dataclass(frozen=True, slots=True)
class Fact:
    """One line above the tables: a label and its value, with the clause that asks for it."""

    label: str
    value: Value
    kind: Kind = Kind.TEXT
    clause: str = ""

    @property
    def text(self) -> str:
        return text(self.value, self.kind)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table of a report."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Value]]
    totals: Sequence[Value] = ()
    empty: str = "Nothing has been recorded."

    @property
    def texts(self) -> list[list[tuple[str, bool]]]:
        """Every cell in words, and whether it is a number."""
        return [self._texts(row) for row in self.rows]

    @property
    def total_texts(self) -> list[tuple[str, bool]]:
        return self._texts(self.totals)

    def _texts(self, row: Iterable[Value]) -> list[tuple[str, bool]]:
        cells = zip(row, self.columns, strict=True) if row else ()
        return [
            ("" if value is None else text(value, column.kind), column.is_number)
            for value, column in cells
        ]


@dataclass(frozen=True, slots=True)
class Report:
    """A paper somebody signs, files or sends: title, facts, tables, who signs."""

    key: str
    title: str
    event: str
    made_at: datetime
    facts: Sequence[Fact] = ()
    sheets: Sequence[Sheet] = ()
    signatures: Sequence[str] = ()
    note: str = ""
    warnings: Sequence[str] = field(default_factory=tuple)
    anchor: str = ""  # an address here with a signed head of the records at its end

    @property
    def head(self) -> str:
        """The signed head alone."""
        return self.anchor.rpartition("=")[2]


def total(rows: Iterable[Sequence[Value]], column: int) -> int:
    """The sum of one column; empty cells count nothing."""
    return sum(value for row in rows if isinstance(value := row[column], int))


def text(value: Value, kind: Kind) -> str:
    """A value as people read it."""
    if value is None or value == "":
        return "\u2013"
    if isinstance(value, datetime):
        return moment(timezone.localtime(value))
    if isinstance(value, date):
        return value.strftime("%-d %b %Y")
    if isinstance(value, int) and kind is Kind.MONEY:
        return dollars(value)
    if isinstance(value, int):
        return figure(value)
    return value
