"""The one table of all figures: what each part saw last, kept in var/figures.json.

Every bench says its rows through `say`; the whole table as far as it is known is var/figures.md.
`python -m bench.table docs/proof.md` puts it into a page, between the two marks.
"""

import json
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import psutil

from bench import figures
from bench.figures import Row

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "var" / "figures.json"
PARTS = (
    *(f"live, {part}" for part in ("fanout", "sqlite", "postgres", "moments", "browser")),
    *(f"growth, {part}" for part in ("hands", "tables", "screens", "pages", "memory")),
    *("engine", "clock", "planner"),
    *(f"faults, {database}" for database in ("postgres", "sqlite")),
)
HEAD = "| what | Shuffle Up | beside it | goal | seen |\n|---|---|---|---|---|\n"
BEGIN, END = "<!-- figures: begin -->\n", "<!-- figures: end -->\n"

Kept = dict[str, dict[str, Any]]


def say(part: str, rows: Sequence[Row]) -> None:
    """Print a part as soon as it is known, and keep it for the whole table."""
    if part not in PARTS:
        raise ValueError(f"{part} has no place in the table of figures")
    sys.stdout.write(figures.table(part.capitalize(), rows))
    sys.stdout.flush()
    keep(part, rows, KEPT)


def keep(part: str, rows: Sequence[Row], file: Path) -> None:
    """Put what was seen now in the place of what was seen before."""
    seen = {"on": f"{datetime.now().astimezone():%-d %b %Y}", "machine": machine()}
    found = {**kept(file), part: {**seen, "rows": [asdict(row) for row in rows]}}
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(found, indent=1) + "\n")
    file.with_suffix(".md").write_text(markdown(found))


def kept(file: Path) -> Kept:
    """What each part saw last."""
    found: Kept = json.loads(file.read_text()) if file.is_file() else {}
    return found


def machine() -> str:
    """What it ran on, load clients and all."""
    memory = round(psutil.virtual_memory().total / 2**30)
    names = f"{platform.system()}, Python {platform.python_version()}"
    return f"{os.cpu_count()} cores, {memory} GB, {names}"


def markdown(found: Kept) -> str:
    """The whole table, and the machine below it."""
    parts = [(part, found[part]) for part in PARTS if part in found]
    lines = [line for part, seen in parts for line in _lines(part, seen)]
    machines = "; ".join(dict.fromkeys(seen["machine"] for _, seen in parts))
    return HEAD + "".join(lines) + f"\nMachine: {machines}.\n"


def _lines(part: str, seen: dict[str, Any]) -> list[str]:
    rows = [Row(**row) for row in seen["rows"]]
    heads = [f"**{part}**: ", *[""] * (len(rows) - 1)]
    return [_line(head, row, seen["on"]) for head, row in zip(heads, rows, strict=True)]


def _line(head: str, row: Row, on: str) -> str:
    goal = f"{row.goal}: **missed**" if row.is_met is False else row.goal
    cells = (head + row.what.strip(), row.seen, row.beside, goal, on)
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |\n"


def put_into(page: str, table: str) -> str:
    """A page with this table between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, mark, after = rest.partition(END)
    if not mark:
        raise ValueError(f"the page has no place for the table: {BEGIN.strip()} … {END.strip()}")
    return f"{before}{BEGIN}{table}{END}{after}"


def main(pages: list[str]) -> None:
    """Put the table into each of these pages."""
    for page in map(Path, pages):
        page.write_text(put_into(page.read_text(), markdown(kept(KEPT))))


if __name__ == "__main__":
    main(sys.argv[1:])
