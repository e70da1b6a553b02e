"""Rows that say who won what: the journal keeps a digest of each, in the line that last changed it.

A journal line whose name is a mark compares these rows with what earlier lines kept, and keeps
those that are new or differ. Entries are named by their numbers, which an archive keeps.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.db import models
from django.db.models import Q

from tournament.models import (
    Confirmation,
    Deal,
    DealVoice,
    Due,
    Entry,
    Ineligibility,
    JournalEntry,
    Payout,
    PlacingDecision,
    PrizeList,
    SessionResult,
    SimultaneousBusts,
)
from tournament.records.hashing import link

MARKS = ("busts.", "deal.", "placing.", "prize.", "prizes.", "session.ended", "tournament.dupl")

Numbers = Mapping[int, int]
Reader = Callable[[Any, Numbers], Any]


def _list(value: Any, numbers: Numbers) -> Any:
    return [numbers.get(key) for key in value]


def _pairs(value: Any, numbers: Numbers) -> Any:
    return [[numbers.get(key), *rest] for key, *rest in value]


def _keys(value: Any, numbers: Numbers) -> Any:
    return {str(numbers.get(int(key))): said for key, said in value.items()}


@dataclass(frozen=True, slots=True)
class Kind:
    """Rows of one kind: what people call one, whose they are, and what of them is kept."""

    called: str
    model: type[models.Model]
    way: str
    columns: tuple[str, ...]
    named: Mapping[str, Reader] = field(default_factory=dict)  # columns that name entries by key


ON_RECORD = ("at", "by", "withdrawn_at", "withdrawn_because")
RULED = ("reason", "clause", "at", "by", "withdrawn_at")
KINDS = (
    Kind(
        "prize list",
        PrizeList,
        "tournament",
        (
            *("how", "rows", "unit", "guarantee", "pool", "amounts"),
            *("approved_at", "approved_by", "published_at", "published_by"),
        ),
    ),
    Kind(
        "deal",
        Deal,
        "tournament",
        ("method", "kept", "stacks", "shares", "agreed_at", *ON_RECORD),
        {"stacks": _keys, "shares": _keys},
    ),
    Kind(
        "answer to a deal",
        DealVoice,
        "deal__tournament",
        ("deal__at", "entry__number", "says_yes", "at", "by", "confirmed_by"),
    ),
    Kind(
        "confirmation of places",
        Confirmation,
        "tournament",
        ("places", *ON_RECORD),
        {"places": _pairs},
    ),
    Kind(
        "decision on places",
        PlacingDecision,
        "tournament",
        ("order", "cards", "drawn_from", *RULED),
        {"order": _list, "cards": _keys},
    ),
    Kind(
        "ruling on busts",
        SimultaneousBusts,
        "tournament",
        ("entries", *RULED),
        {"entries": _list},
    ),
    Kind(
        "ineligibility",
        Ineligibility,
        "entry__tournament",
        ("entry__number", "reason", "is_underage", "at", "by", "withdrawn_at"),
    ),
    Kind(
        "prize",
        Due,
        "tournament",
        (
            *("entry__number", "place", "amount", "item", "value", "source", "is_crown"),
            *("at", "by", "withdrawn_at"),
        ),
    ),
    Kind(
        "payout",
        Payout,
        "due__tournament",
        (
            *("due__entry__number", "due__place", "number", "receiver", "method", "signature"),
            *("is_on_paper", *ON_RECORD),
        ),
    ),
    Kind(
        "result of a session",
        SessionResult,
        "session__tournament",
        (
            *("session__number", "entry__number", "table_number", "place", "place_at_table"),
            *("chips", "advances", "is_winner"),
        ),
    ),
)


def of_entries(*entries: Entry) -> dict[str, str]:
    """The name and digest of each, for the line that makes them or corrects their names."""
    return {f"entry {entry.number}": link("", entry.content()) for entry in entries}


@dataclass(frozen=True, slots=True)
class Note:
    """What a line of the journal keeps of a row."""

    digest: str
    line: int
    at: datetime


def is_mark(name: str) -> bool:
    """Whether such a line keeps the rows that were written before it."""
    return name.startswith(MARKS)


def changed(tournament_id: int) -> dict[str, str]:
    """The rows that no line keeps as they are now, each with its digest."""
    marks = Q()
    for mark in MARKS:
        marks |= Q(name__startswith=mark)
    known = noted(tournament_id, marks)
    now = dict(digests(tournament_id))
    return {name: digest for name, digest in now.items() if _differs(known.get(name), digest)}


def _differs(note: Note | None, digest: str) -> bool:
    return note is None or note.digest != digest


def noted(tournament_id: int, which: Q | None = None) -> dict[str, Note]:
    """What the journal keeps of each row, by the last line that says something of it."""
    lines = JournalEntry.objects.filter(which or Q(), tournament_id=tournament_id)
    found: dict[str, Note] = {}
    for line, at, rows in lines.order_by("sequence").values_list("sequence", "at", "rows"):
        found.update({name: Note(digest, line, at) for name, digest in rows.items()})
    return found


def digests(tournament_id: int) -> Iterator[tuple[str, str]]:
    """Every row there is, by its name: kinds count theirs from 1, in the order they were made."""
    numbers = dict(Entry.objects.filter(tournament_id=tournament_id).values_list("pk", "number"))
    for kind in KINDS:
        rows = kind.model._default_manager.filter(**{kind.way: tournament_id})
        for count, row in enumerate(rows.order_by("pk").values(*kind.columns), 1):
            yield f"{kind.called} {count}", link("", _content(kind, row, numbers))


def _content(kind: Kind, row: dict[str, Any], numbers: Numbers) -> dict[str, Any]:
    return {**row, **{name: read(row[name], numbers) for name, read in kind.named.items()}}


def faults(notes: Mapping[str, Note], now: Mapping[str, str]) -> Iterator[str]:
    """Each row that is not as its line left it, that is gone, or that no line knows."""
    for name, note in notes.items():
        if name not in now:
            yield f"{_capital(name)}, kept by line {note.line} at {moment(note.at)}, is missing."
        elif now[name] != note.digest:
            yield f"{_capital(name)} is not as line {note.line} of {moment(note.at)} left it."
    for name in now:
        if name not in notes:
            yield f"{_capital(name)} is covered by no line of the journal."


def _capital(name: str) -> str:
    return name[0].upper() + name[1:]


def moment(at: datetime) -> str:
    """As verify says it: everywhere the same."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
