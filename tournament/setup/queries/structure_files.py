"""A structure as a file: what to write into it, and what one that was sent would bring."""

import json
from dataclasses import dataclass
from typing import Any

from engine import rulebooks
from engine.amounts import dollars, figure
from engine.office.money import TERMS, Sold, split
from engine.schedule import schedule as engine_schedule
from engine.schedule.schedule import Level, Row
from engine.structure import played, presets, structure_file
from engine.structure.structure_file import StructureFile
from tournament.clock.queries import clock as clock_queries
from tournament.clock.queries.structure import after_text
from tournament.models import Tournament


def text_of(tournament: Tournament) -> str:
    """This tournament's structure as a file."""
    return structure_file.write(
        StructureFile(tournament.rulebook, tournament.preset, tournament.game, tournament.structure)
    )


def plain(tournament: Tournament) -> dict[str, Any]:
    """The same as values."""
    found: dict[str, Any] = json.loads(text_of(tournament))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """A level or break of the file."""

    name: str
    minutes: int
    note: str
    amounts: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePicture:
    """What a structure file says."""

    facts: list[tuple[str, str]]
    rows: list[FileRow]
    after_text: str


def picture(text: str) -> FilePicture:
    """What a structure file says, for whoever decides whether to take it."""
    file = structure_file.read(text)
    plain, schedule = file.structure, engine_schedule.from_plain(file.structure["schedule"])
    return FilePicture(
        facts=[
            ("Rulebook", rulebooks.get(file.rulebook).name),
            ("Preset", presets.get(file.preset).name),
            ("Game", _game(file)),
            ("Starting stack", f"{figure(plain['stack'])} chips"),
            ("Chips", ", ".join(f"{figure(c['value'])} {c['colour']}" for c in plain["chips"])),
            ("Seats per table", str(plain["seats_per_table"])),
            ("Players", f"{plain['min_players']} to {figure(plain['max_players'])}"),
            ("Entry", _price(plain, Sold.ENTRY)),
            *((what.words, _sold(plain, what, key)) for what, key in TERMS.items()),
        ],
        rows=[_row(schedule.number(index), row) for index, row in enumerate(schedule.rows)],
        after_text=after_text(schedule),
    )


def _game(file: StructureFile) -> str:
    book, preset = file.rulebook, file.preset
    return played.of(file.structure, rulebook=book, preset=preset, game=file.game).game.name


def _price(plain: dict[str, Any], what: Sold) -> str:
    parts = split(plain, what)
    fee = f", includes fee of {dollars(parts.fee)}" if parts.fee else ""
    return f"{dollars(parts.total)}{fee}"


def _sold(plain: dict[str, Any], what: Sold, key: str) -> str:
    if plain[key]["is_refused"]:
        return "none"
    return f"{figure(plain[key]['terms']['chips'])} chips for {_price(plain, what)}"


def _row(number: int, row: Row) -> FileRow:
    if not isinstance(row, Level):
        return FileRow(name="Break", minutes=row.minutes, note=row.note)
    leaving = ", ".join(figure(chip) for chip in row.race_offs)
    said = (clock_queries.game_text(row), row.note, f"then the {leaving} leave" if leaving else "")
    return FileRow(
        name=f"Level {number}",
        amounts=clock_queries.level_text(row),
        minutes=row.minutes,
        note=" · ".join(filter(None, said)),
    )
