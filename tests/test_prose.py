"""The prose of the documentation is read in an editor too: no line of it is wider than the code."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WIDEST = 100
GENERATED = {"docs/proved.md", "docs/rules-matrix.md"}  # written by `manage.py rules`
TABLE_ROW = re.compile(r"\s*\|")


def pages() -> dict[str, str]:
    """Every page of the documentation that people write."""
    files = (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "engine").glob("*.md"))
    names = {str(file.relative_to(ROOT)): file for file in files}
    return {name: file.read_text("utf-8") for name, file in names.items() if name not in GENERATED}


def too_wide(page: str) -> list[int]:
    """The numbers of lines wider than that; a row of a table cannot be broken."""
    lines = enumerate(page.splitlines(), start=1)
    return [at for at, line in lines if len(line) > WIDEST and not TABLE_ROW.match(line)]


def test_no_line_of_prose_is_too_wide():
    assert {name: lines for name, page in pages().items() if (lines := too_wide(page))} == {}


@pytest.mark.parametrize(("line", "found"), [("x " * 51, [1]), ("x" * 100, []), ("| x " * 40, [])])
def test_a_wide_line_would_be_noticed(line: str, found: list[int]):
    assert too_wide(line) == found
