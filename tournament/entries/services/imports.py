"""Enter players from a spreadsheet: tried out row by row first, then taken."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.db import transaction

from engine.refusal import Refused
from tournament.entries.services import entries
from tournament.entries.services.entries import MOST_ROWS, PLAIN, Wish
from tournament.entries.services.players import Details
from tournament.permissions import Actor, Permission, require, told
from tournament.records.queries.cells import as_typed
from tournament.records.queries.names import legible

MOST_LETTERS = 200_000
AT_A_TIME = 20  # rows within one transaction
Line = tuple[int, dict[str, str]]
COLUMNS = {
    "name": ("name", "player", "full name"),
    "first": ("first name", "first", "given name"),
    "last": ("last name", "last", "surname", "family name"),
    "alias": ("alias", "nickname"),
    "email": ("email", "e-mail", "mail"),
    "phone": ("phone", "telephone", "mobile"),
    "born_on": ("born", "born on", "date of birth", "birthday", "dob"),
    "group": ("group",),
    "country": ("country", "nationality"),
    "session": ("session", "heat"),
    "agreed": ("agreed", "agreed to the conditions"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the file: what it says, and what came of trying it."""

    line: int
    name: str
    about: tuple[str, ...]
    wrong: str = ""
    clause: str = ""
    entry: int | None = None  # the number it was entered under


def read(text: str) -> list[Line]:
    """The rows of a file with their line numbers, by the names in its first line."""
    found = _table(text)
    head = _head(found[0][1])
    rows = [(line, row) for line, row in found[1:] if any(cell.strip() for cell in row)]
    if len(rows) > MOST_ROWS:
        raise Refused(f"At most {MOST_ROWS} rows per file: split it.")
    return [(line, _cells(head, row)) for line, row in rows]


def not_read(text: str) -> list[str]:
    """The columns of a file that say nothing here, by their names in its first line."""
    known = {name for names in COLUMNS.values() for name in names}
    first = [cell.strip() for cell in _table(text)[0][1]]
    return [name for name in first if name and name.casefold() not in known]


def _table(text: str) -> list[tuple[int, list[str]]]:
    if len(text) > MOST_LETTERS:
        raise Refused("The file is too long: split it.")
    lines = text.replace("\0", "").lstrip("\ufeff").splitlines()
    if not any(line.strip() for line in lines):
        raise Refused("The file is empty: its first line names the columns, such as name;email.")
    reader = csv.reader(io.StringIO("\n".join(lines)), delimiter=_delimiter(lines[0]))
    try:
        return [(reader.line_num, row) for row in reader]
    except csv.Error as trouble:
        raise Refused(f"The file cannot be read as a table: {trouble}.") from trouble


def written(people: Sequence[tuple[str, str, str]]) -> str:
    """A file of people known by first name, last name and nickname only."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS[column][0] for column in ("first", "last", "alias"))
    rows.writerows(people)
    return out.getvalue()


def _delimiter(first: str) -> str:
    return max(",;\t", key=first.count)


def _head(cells: list[str]) -> dict[str, int]:
    names = [cell.strip().casefold() for cell in cells]
    found = {
        column: index
        for column, known in COLUMNS.items()
        for index, name in enumerate(names)
        if name in known
    }
    if "name" not in found and "last" not in found:
        raise Refused("The first line must name the columns, with “name” among them.")
    return found


def _cells(head: dict[str, int], row: list[str]) -> dict[str, str]:
    cells = {
        column: as_typed(row[index].strip()) if index < len(row) else ""
        for column, index in head.items()
    }
    whole = f"{cells.pop('first', '')} {cells.pop('last', '')}".strip()
    cells["name"] = cells.get("name") or whole
    return cells


def preview(
    *, tournament_id: int, text: str, actor: Actor, now: datetime, wish: Wish = PLAIN
) -> list[Row]:
    """What would happen: every row is tried, and nothing of it stays.

    A few rows at a time, so that the hall's writers have their turn in between.
    """
    by: dict[str, Any] = {"tournament_id": tournament_id, "actor": actor, "now": now}
    good: Counter[int | None] = Counter()
    found: list[Row] = []
    for part in _parts(_namesakes_together(read(text))):
        with transaction.atomic():
            rows = _tried(part, wish=replace(wish, ahead=Counter(good)), **by)
            transaction.set_rollback(True)
        entered = {row.line for row in rows if not row.wrong}
        good += Counter(
            _number(cells.get("session", "")) for line, cells in part if line in entered
        )
        found += [replace(row, entry=None) for row in rows]
    return sorted(found, key=lambda row: row.line)


def take_all(
    *, tournament_id: int, text: str, actor: Actor, now: datetime, wish: Wish = PLAIN
) -> list[Row]:
    """Enter every row, or nobody where something is wrong with one of them."""
    with transaction.atomic():
        rows = take(tournament_id=tournament_id, text=text, actor=actor, now=now, wish=wish)
        if not any(row.wrong for row in rows):
            return rows
        transaction.set_rollback(True)
    return [replace(row, entry=None) for row in rows]


def take(
    *, tournament_id: int, text: str, actor: Actor, now: datetime, wish: Wish = PLAIN
) -> list[Row]:
    """Enter every row that can be entered; the others are returned with the reason.

    A few rows at a time: rows do not depend on each other, and others wait to write.
    """
    by: dict[str, Any] = {"tournament_id": tournament_id, "actor": actor, "now": now}
    found: list[Row] = []
    for part in _parts(read(text)):
        with transaction.atomic():
            found += _tried(part, wish=wish, **by)
    return found


def _namesakes_together(rows: list[Line]) -> list[Line]:
    """Who is twice in a file is tried together: the second is refused because of the first."""
    first: dict[str, int] = {}
    for line, cells in rows:
        first.setdefault(legible(cells["name"]).casefold(), line)
    return sorted(rows, key=lambda row: (first[legible(row[1]["name"]).casefold()], row[0]))


def _parts(rows: list[Line]) -> list[list[Line]]:
    """At a time so many; namesakes are not parted."""
    parts: list[list[Line]] = []
    for _, same in groupby(rows, key=lambda row: legible(row[1]["name"]).casefold()):
        if not parts or len(parts[-1]) >= AT_A_TIME:
            parts.append([])
        parts[-1] += same
    return parts


def _tried(
    part: list[Line], *, wish: Wish, tournament_id: int, actor: Actor, now: datetime
) -> list[Row]:
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    rows = []
    for line, cells in part:
        about = tuple(value for key, value in cells.items() if key != "name" and value)
        wrong, clause, number = "", "", None
        try:
            with transaction.atomic():
                made = entries.register(
                    tournament_id=tournament_id,
                    name=cells["name"],
                    actor=actor,
                    now=now,
                    wish=_as(wish, cells),
                )
            number = made.number
        except Refused as refusal:
            wrong, clause = told(refusal, actor), refusal.clause
        rows.append(Row(line, cells["name"], about, wrong, clause, number))
    return rows


def _as(wish: Wish, cells: dict[str, str]) -> Wish:
    """What is said of all of them, with what this row says."""
    return replace(
        wish,
        details=Details(
            alias=cells.get("alias", ""),
            email=cells.get("email", ""),
            phone=cells.get("phone", ""),
            born_on=_day(cells.get("born_on", "")),
            group=cells.get("group", ""),
            country=cells.get("country", ""),
        ),
        session=_number(cells.get("session", "")),
        has_agreed=cells.get("agreed", "").casefold() in ("yes", "x", "1", "true"),
    )


def _day(words: str) -> date | None:
    if not words:
        return None
    try:
        return date.fromisoformat(words[:10])
    except ValueError:
        raise Refused(f"“{words}” is not a date: write it as 1990-05-17.") from None


def _number(words: str) -> int | None:
    if not words:
        return None
    if not words.isascii() or not words.isdigit() or len(words) > 4:
        raise Refused(f"“{words}” is not a session: write its number.")
    return int(words)
