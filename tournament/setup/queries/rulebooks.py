"""The rulebooks as pages show them."""

from typing import Any

from engine import clauses as tables
from engine import matrix
from tournament.setup.queries import applied

NAMES = {
    "charity": "Charity poker",
    "adelaide": "Adelaide",
    "canberra": "Canberra",
    "igr": "Charitable gaming (IGR)",
    "fours": "4S club tournament",
    tables.FALLBACK: "Procedures where a book is silent",
}
SOURCES = {
    "canberra": "ACT Special Gazette S2 of 31 January 2001: rules approved on 25 January 2001 "
    "by the delegate of the Gambling and Racing Commission.",
}
SILENT = "From the Poker TDA rules, 2024 edition: used, and cited, where a rulebook says nothing."


def books() -> list[dict[str, Any]]:
    """Every book with the number of its clauses, and last what fills their gaps."""
    return [found for key in NAMES if (found := book(key)) is not None]


def book(key: str) -> dict[str, Any] | None:
    """One book, or None."""
    if key not in NAMES:
        return None
    return {
        "key": key,
        "name": NAMES[key],
        "count": len(tables.of(key)),
        "note": SILENT if key == tables.FALLBACK else "",
        "source": SOURCES.get(key, ""),
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
    books = (book for book in tables.BOOKS)
    lists = ((NAMES[book], book, clauses(book, wanted)) for book in books)
    return [{"name": name, "key": key, "clauses": rows} for name, key, rows in lists if rows]


def questions() -> list[str]:
    """Everything the books are asked, in the order of a hand, then between hands."""
    return [row.question for row in _rows()]


def _rows() -> list[matrix.Row]:
    return [*matrix.within_a_hand(), *matrix.between_hands()]


def compared(question: str) -> list[dict[str, str]]:
    """What the five books answer to one question, each with its clause and what that says."""
    row = next((row for row in _rows() if row.question == question), None)
    if row is None:
        return []
    return [
        {
            "book": NAMES[book],
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
