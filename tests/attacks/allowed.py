"""Who may at which door: reads `allowed.txt`, the one table of every page, form, socket and call.

A door's kind is `page` (an address that is looked at), `form` (one that is sent to), `button` (one
of many behind a form's address that is not for the same people as the others), `socket`, or the
method of an operation of the API. Everybody brings what they have: those with a duty a session,
for an operation a token of that duty; devices their cookie; the house's director a session always.
`other` is the director of another tournament, `strange` the tablet of another table.
"""

from functools import cache
from pathlib import Path

Row = dict[str, bool]
TABLE = Path(__file__).with_name("allowed.txt")
OPERATIONS = ("GET", "POST")


@cache
def _lines() -> tuple[list[str], list[tuple[Row, str, str]]]:
    """The visitors of the head, and for each line who may, the door's kind and its name."""
    head, *lines = TABLE.read_text("utf-8").splitlines()
    *visitors, _ = head.split()
    found = []
    for line in lines:
        *marks, kind, door = line.split()
        row = {who: mark == "x" for who, mark in zip(visitors, marks, strict=True)}
        found.append((row, kind, door))
    return visitors, found


def visitors() -> list[str]:
    """Everybody who might come."""
    return _lines()[0]


def doors() -> list[tuple[str, str]]:
    """Every door of the table: its kind and its name."""
    return [(kind, door) for _, kind, door in _lines()[1]]


def rows(kind: str) -> dict[str, Row]:
    """Every door of a kind, and who may."""
    return {door: row for row, its_kind, door in _lines()[1] if its_kind == kind}


def open_to_all(kind: str) -> set[str]:
    """Doors of a kind that anybody may open."""
    return {door for door, row in rows(kind).items() if all(row.values())}


def closed(kind: str) -> dict[str, Row]:
    """The others, and who may."""
    return {door: row for door, row in rows(kind).items() if not all(row.values())}
