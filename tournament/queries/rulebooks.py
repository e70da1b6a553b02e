"""The rulebooks as pages show them."""

from typing import Any

from engine import clauses as tables

NAMES = {
    "charity": "Charity poker",
    "adelaide": "Adelaide",
    "canberra": "Canberra",
    "igr": "Charitable gaming (IGR)",
    "fours": "4S club tournament",
    tables.FALLBACK: "Procedures where a book is silent",
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
    }


def clauses(key: str, wanted: str = "") -> list[dict[str, str]]:
    """The clauses of a book, or those whose id, topic or text holds the words asked for."""
    return [
        {"id": clause.id, "topic": clause.topic, "kind": clause.kind, "text": clause.behaviour}
        for clause in tables.search(wanted, book=key)
    ]
