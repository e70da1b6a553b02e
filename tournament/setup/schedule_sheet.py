"""A schedule as a form writes it: rows of words that may be wrong, and what they mean."""

import re
from dataclasses import dataclass, replace

from django.http import QueryDict

from engine.amounts import closed_up
from engine.refusal import Refused
from engine.schedule.schedule import (
    AfterLast,
    Break,
    Doubling,
    Fault,
    Level,
    Row,
    Schedule,
    Staying,
)

FIELDS = (
    *("kind", "minutes", "blinds", "ante", "ante_from", "race_offs", "ends", "note"),
    *("game", "limit", "over_blind", "bring_in", "small_bet"),
)
LIKE_THE_LAST = (
    *("minutes", "blinds", "ante", "ante_from", "game", "limit", "over_blind"),
    *("bring_in", "small_bet"),
)
MOST_ROWS = 80
MOST_DIGITS = 12
MOST_LETTERS = 80
BIG_BLIND = "big blind"
REBUYS, TOP_UP, BOTH = "rebuys", "top-up", "rebuys, top-up"
ENDS = ("", REBUYS, TOP_UP, BOTH)

Words = dict[str, str]


class Unreadable(Exception):
    """Words that mean no number."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stands in the editor; `every` is empty where the last level stays."""

    rows: tuple[Words, ...]
    every: str = ""

    def read(self) -> tuple[Schedule | None, list[Fault]]:
        """The schedule it means, or what cannot be read."""
        rows: list[Row] = []
        wrong: list[Fault] = []
        for index, words in enumerate(self.rows):
            try:
                rows.append(_row(words))
            except Unreadable as trouble:
                wrong.append(Fault(f"Row {index + 1}: {trouble}", index))
        after = self._after(wrong)
        return (None, wrong) if wrong or after is None else (Schedule(tuple(rows), after), [])

    def _after(self, wrong: list[Fault]) -> AfterLast | None:
        try:
            every = _number(self.every, "minutes between doublings") if self.every else None
        except Unreadable as trouble:
            wrong.append(Fault(f"After the last level: {trouble}"))
            return None
        return Staying() if every is None else Doubling(every)

    def changed(self, wish: str, *, begun: int) -> "Sheet":
        """The sheet after a row was added, moved, copied or removed; begun rows stay."""
        kind, _, place = wish.partition(":")
        if kind == "add" and place in ("level", "break"):
            return self._with([*self.rows, self._new(place)])
        index = int(place) if place.isascii() and place.isdigit() else -1
        if kind not in _MOVES or not begun <= index < len(self.rows):
            raise Refused("This row can't be changed. Reload the page.")
        rows = list(self.rows)
        _MOVES[kind](rows, index, begun)
        return self._with(rows)

    def _with(self, rows: list[Words]) -> "Sheet":
        if len(rows) > MOST_ROWS:
            raise Refused(f"A schedule has at most {MOST_ROWS} rows.")
        return replace(self, rows=tuple(rows))

    def _new(self, kind: str) -> Words:
        """A level like the last one, or a break of ten minutes."""
        last = next((row for row in reversed(self.rows) if row["kind"] == "level"), {})
        if kind == "break":
            return {**_EMPTY, "kind": "break", "minutes": "10"}
        kept = {name: last.get(name, "") for name in LIKE_THE_LAST}
        return {**_EMPTY, **kept, "kind": "level", "minutes": kept["minutes"] or "20"}


_EMPTY = dict.fromkeys(FIELDS, "")


def _up(rows: list[Words], index: int, begun: int) -> None:
    to = max(begun, index - 1)
    rows[to], rows[index] = rows[index], rows[to]


def _down(rows: list[Words], index: int, begun: int) -> None:
    to = min(len(rows) - 1, index + 1)
    rows[to], rows[index] = rows[index], rows[to]


def _copy(rows: list[Words], index: int, begun: int) -> None:
    rows.insert(index + 1, dict(rows[index]))


def _remove(rows: list[Words], index: int, begun: int) -> None:
    del rows[index]


_MOVES = {"up": _up, "down": _down, "copy": _copy, "remove": _remove}


# Between words and a schedule.


def of(schedule: Schedule) -> Sheet:
    """A schedule written out."""
    every = str(schedule.after_last.every) if isinstance(schedule.after_last, Doubling) else ""
    return Sheet(tuple(_words(row) for row in schedule.rows), every)


def sent(data: QueryDict) -> Sheet:
    """What a form brought, row by row."""
    columns = {name: data.getlist(name) for name in FIELDS}
    count = min(len(columns["kind"]), MOST_ROWS)
    rows = [
        {
            name: values[at].strip()[:80] if at < len(values) else ""
            for name, values in columns.items()
        }
        for at in range(count)
    ]
    return Sheet(tuple(rows), data.get("every", "").strip()[:MOST_DIGITS])


def _words(row: Row) -> Words:
    if isinstance(row, Break):
        return {**_EMPTY, "kind": "break", "minutes": str(row.minutes), "note": row.note}
    game, _, limit = row.game.partition(":")
    return {
        "kind": "level",
        "minutes": str(row.minutes),
        "blinds": " / ".join(str(blind) for blind in row.blinds),
        "ante": str(row.ante or row.big_blind_ante or ""),
        "ante_from": BIG_BLIND if row.big_blind_ante else "",
        "race_offs": ", ".join(str(chip) for chip in row.race_offs),
        "ends": _ends(row),
        "note": row.note,
        "over_blind": str(row.over_blind or ""),
        "game": game,
        "limit": limit,
        "bring_in": str(row.bring_in or ""),
        "small_bet": str(row.small_bet or ""),
    }


def _ends(row: Level) -> str:
    if row.ends_rebuys and row.top_up:
        return BOTH
    return REBUYS if row.ends_rebuys else TOP_UP if row.top_up else ""


def _row(words: Words) -> Row:
    minutes = _number(words["minutes"], "minutes")
    if words["kind"] == "break":
        return Break(minutes, words["note"])
    ante = _amount(words["ante"], "ante")
    is_big_blinds = words["ante_from"] == BIG_BLIND
    return Level(
        minutes=minutes,
        blinds=_numbers(closed_up(words["blinds"]), "blinds"),
        ante=0 if is_big_blinds else ante,
        big_blind_ante=ante if is_big_blinds else 0,
        over_blind=_amount(words["over_blind"], "over-blind"),
        race_offs=_numbers(words["race_offs"], "race-offs"),
        ends_rebuys=words["ends"] in (REBUYS, BOTH),
        top_up=words["ends"] in (TOP_UP, BOTH),
        game=words["game"] + (f":{words['limit']}" if words["limit"] else ""),
        note=words["note"],
        bring_in=_amount(words["bring_in"], "bring-in"),
        small_bet=_amount(words["small_bet"], "first bet"),
    )


def _amount(text: str, what: str) -> int:
    return _number(text, what) if text else 0


def _numbers(text: str, what: str) -> tuple[int, ...]:
    apart = re.sub(r"(?<=\d)(?:-| - )(?=\d)", " ", text)  # 50-100 is two blinds, -50 is none
    parts = apart.replace("/", " ").replace(",", " ").split()
    return tuple(_number(part, what) for part in parts)


def _number(text: str, what: str) -> int:
    plain = closed_up(text.strip())
    if not plain.isascii() or not plain.isdigit() or len(plain) > MOST_DIGITS:
        raise Unreadable(f"enter the {what} in whole numbers.")
    return int(plain)
