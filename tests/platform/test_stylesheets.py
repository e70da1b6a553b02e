"""One visual language: every colour and weight has its name in the tokens."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))
NAMED_HERE = {"tokens.css", "print.css"}
OTHERS = [sheet for sheet in SHEETS if sheet.name not in NAMED_HERE]
LITERAL = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(|font-weight:\s*[0-9b]")


@pytest.mark.parametrize("sheet", OTHERS, ids=lambda sheet: sheet.stem)
def test_colours_and_weights_are_named_in_the_tokens_alone(sheet: Path):
    lines = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL).splitlines()
    assert [line.strip() for line in lines if LITERAL.search(line)] == []


def test_every_name_that_is_used_is_given():
    words = "\n".join(sheet.read_text("utf-8") for sheet in SHEETS)
    given = set(re.findall(r"(--[\w-]+)\s*:", words))
    assert set(re.findall(r"var\((--[\w-]+)", words)) - given == set()
