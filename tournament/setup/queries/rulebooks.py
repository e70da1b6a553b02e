"""The rulebooks as pages show them."""

from typing import Any

from engine import clauses as tables
from engine import matrix, rulebooks
from tournament.setup.queries import applied

SILENT = "From the Poker TDA rules, 2024 edition: used, and cited, where a rulebook says nothing."


def books() -> list[dict[str, Any]]:
    """Every book with the number of its clauses, and last what fills their gaps."""
    known = (*rulebooks.BOOKS, rulebooks.COMMON.id)
    return [found for key in known if (found := book(key)) is not None]


def book(key: str) -> dict[str, Any] | None:
    """One book, or None."""
    if key not in (*rulebooks.BOOKS, rulebooks.COMMON.id):
        return None
    law = rulebooks.get(key)
    return {
        "key": key,
        "name": law.name,
        "count": len(tables.of(key)),
        "note": SILENT if law is rulebooks.COMMON else "",
        "source": law.source,
    }


def clauses(key: str, wanted: str = "") -> list[dict[str, Any]]:
    """The clauses of a book, or those whose id, topic or text holds the words asked for."""
    return [
        {
            "id": clause.id,
            "topic": clause.topic,
            "kind": clause.kind,
            "text": clause.behaviour,
            "applied": applied.places(clause.id),
        }
        for clause in tables.search(wanted, book=key)
    ]


def found(wanted: str) -> list[dict[str, Any]]:
    """Clauses of all books that hold these words, book by book."""
    lists = ((law.name, key, clauses(key, wanted)) for key, law in rulebooks.BOOKS.items())
    return [{"name": name, "key": key, "clauses": rows} for name, key, rows in lists if rows]


def questions() -> list[str]:
    """Everything the books are asked, in the order of a hand, then section by section."""
    return [row.question for row in matrix.questions()]


def compared(question: str) -> list[dict[str, str]]:
    """What the books answer to one question, each with its clause and what that says."""
    row = next((row for row in matrix.questions() if row.question == question), None)
    if row is None:
        return []
    return [
        {
            "book": rulebooks.get(book).name,
            "key": book,
            "words": cell.words,
            "clause": cell.clause,
            "text": _text(cell.clause),
        }
        for book, cell in row.cells.items()
    ]


def _text(clause_id: str) -> str:
    clause = tables.find(clause_id)
    return clause.behaviour if clause else ""
