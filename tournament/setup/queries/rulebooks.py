"""The rulebooks as pages show them."""

from dataclasses import dataclass

from engine import clauses as tables
from engine import matrix, rulebooks
from tournament.setup.queries import applied

SILENT = "From the Poker TDA rules, 2024 edition: used, and cited, where a rulebook says nothing."


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A rulebook of the list, and how many clauses it has."""

    key: str
    name: str
    count: int
    note: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseRow:
    """A clause as people read it, and where it is applied."""

    id: str
    topic: str
    kind: str
    text: str
    applied: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClausesFound:
    """The clauses of a book that hold the words asked for."""

    name: str
    key: str
    clauses: list[ClauseRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What a book answers to a question, with its clause and what that says."""

    book: str
    key: str
    words: str
    clause: str
    text: str


def books() -> list[Book]:
    """Every book with the number of its clauses, and last what fills their gaps."""
    known = (*rulebooks.BOOKS, rulebooks.COMMON.id)
    return [shown for key in known if (shown := book(key)) is not None]


def book(key: str) -> Book | None:
    """One book, or None."""
    if key not in (*rulebooks.BOOKS, rulebooks.COMMON.id):
        return None
    law = rulebooks.get(key)
    note = SILENT if law is rulebooks.COMMON else ""
    return Book(key=key, name=law.name, count=len(tables.of(key)), note=note, source=law.source)


def clauses(key: str, wanted: str = "") -> list[ClauseRow]:
    """The clauses of a book, or those whose id, topic or text holds the words asked for."""
    return [
        ClauseRow(
            id=clause.id,
            topic=clause.topic,
            kind=clause.kind,
            text=clause.behaviour,
            applied=applied.places(clause.id),
        )
        for clause in tables.search(wanted, book=key)
    ]


def found(wanted: str) -> list[ClausesFound]:
    """Clauses of all books that hold these words, book by book."""
    lists = ((law.name, key, clauses(key, wanted)) for key, law in rulebooks.BOOKS.items())
    return [ClausesFound(name=name, key=key, clauses=rows) for name, key, rows in lists if rows]


def questions() -> list[str]:
    """Everything the books are asked, in the order of a hand, then section by section."""
    return [row.question for row in matrix.questions()]


def compared(question: str) -> list[Compared]:
    """What the books answer to one question, each with its clause and what that says."""
    row = next((row for row in matrix.questions() if row.question == question), None)
    if row is None:
        return []
    return [
        Compared(
            book=rulebooks.get(book).name,
            key=book,
            words=cell.words,
            clause=cell.clause,
            text=_text(cell.clause),
        )
        for book, cell in row.cells.items()
    ]


def _text(clause_id: str) -> str:
    clause = tables.find(clause_id)
    return clause.behaviour if clause else ""
