"""The clauses of the rulebooks: what a refusal cites and what a marked test proves."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

TABLES = Path(__file__).parent / "rulebooks" / "clauses"
FALLBACK = "tda2024"
PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class Clause:
    """One paragraph of a rulebook, in our words."""

    id: str
    book: str
    topic: str
    kind: str
    behaviour: str


class UnknownClause(LookupError):
    """No table holds this id."""

    def __init__(self, clause_id: str) -> None:
        super().__init__(f"no rulebook has a clause {clause_id!r}")
        self.clause_id = clause_id


@cache
def books() -> tuple[str, ...]:
    """Every rulebook that has a table of clauses; what fills their gaps is not one of them."""
    return tuple(sorted(path.stem for path in TABLES.glob("*.csv") if path.stem != FALLBACK))


def get(clause_id: str) -> Clause:
    """The clause with this id; raises UnknownClause."""
    if not is_known(clause_id):
        raise UnknownClause(clause_id)
    return _table(book_of(clause_id))[clause_id]


def find(clause_id: str) -> Clause | None:
    """The clause to show for a citation: a TDA sub-rule falls back on the rule it belongs to."""
    whole_rule = clause_id.rsplit("-", 1)[0] if is_fallback(clause_id) else clause_id
    for candidate in (clause_id, whole_rule):
        if is_known(candidate):
            return get(candidate)
    return None


def is_known(clause_id: str) -> bool:
    book = book_of(clause_id)
    return book in (*books(), FALLBACK) and clause_id in _table(book)


def is_fallback(clause_id: str) -> bool:
    """A rule of the TDA, cited where the chosen rulebook is silent."""
    return clause_id.startswith(f"{FALLBACK}:") and clause_id != f"{FALLBACK}:"


def own(clause_id: str, *, rulebook: str) -> str:
    """The clause where it is of this book; nothing is cited out of another one."""
    return clause_id if book_of(clause_id) == rulebook else ""


def may_be_cited(clause_id: str) -> bool:
    """Whether a refusal or a test may name this id."""
    return is_known(clause_id) or is_fallback(clause_id)


def meant_by(word: str) -> str:
    """The clause that a word in a text names, without the marks that follow it; else nothing."""
    while word and not may_be_cited(word):
        word = word[:-1] if ":" in word else ""
    return word


def book_of(clause_id: str) -> str:
    return clause_id.partition(":")[0]


def of(book: str) -> tuple[Clause, ...]:
    """Every clause of a book, in the book's order."""
    return tuple(_table(book).values())


def to_prove(book: str) -> tuple[Clause, ...]:
    """The clauses software can keep: all but those that only bind people."""
    return tuple(clause for clause in of(book) if clause.kind != PEOPLE)


def search(words: str, *, book: str = "") -> tuple[Clause, ...]:
    """Clauses whose id, topic or text holds every one of the words."""
    wanted = words.casefold().split()
    wanted_books = (book,) if book else books()
    return tuple(
        clause
        for name in wanted_books
        for clause in of(name)
        if all(word in _searchable(clause) for word in wanted)
    )


def _searchable(clause: Clause) -> str:
    return f"{clause.id} {clause.topic} {clause.behaviour}".casefold()


@cache
def _table(book: str) -> Mapping[str, Clause]:
    with (TABLES / f"{book}.csv").open(encoding="utf-8", newline="") as rows:
        return MappingProxyType(
            {row["id"]: Clause(book=book, **row) for row in csv.DictReader(rows)}
        )
