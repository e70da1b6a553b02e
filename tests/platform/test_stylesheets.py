"""One visual language: every colour and weight has its name in the tokens."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))
TOKENS = "static/css/tokens.css"
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static" / "js").glob("*.js"))
QUERIES = sorted(
    path for app in ("config", "tables", "tournament") for path in (ROOT / app).rglob("*.py")
)
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


def test_every_name_that_is_given_is_used():
    words = "\n".join(sheet.read_text("utf-8") for sheet in SHEETS)
    given = re.findall(r"^\s*(--[\w-]+)\s*:", (ROOT / TOKENS).read_text("utf-8"), re.MULTILINE)
    assert [name for name in given if f"var({name}" not in words] == []


def test_dark_is_the_same_dark_whether_the_reader_or_the_device_chose_it():
    """Both are written out: sheets know no other way that old tablets would take."""
    words = (ROOT / TOKENS).read_text("utf-8")
    chosen, found = (
        re.findall(r"[\w-]+: [^;]+;", re.split(re.escape(head), words)[1].partition("}")[0])
        for head in ('[data-theme="dark"] {', ":root:not([data-theme]) {")
    )
    assert chosen == found
    assert len(chosen) > 30


def test_no_rule_is_for_something_that_no_page_has():
    words = "\n".join(path.read_text("utf-8") for path in (*TEMPLATES, *SCRIPTS, *QUERIES))
    named = set(re.findall(r"[A-Za-z][\w-]*", words))
    rules = (
        re.sub(r"/\*.*?\*/|url\(.*?\)", "", sheet.read_text("utf-8"), flags=re.DOTALL)
        for sheet in SHEETS
    )
    heads = "\n".join(re.findall(r"([^{};]+)\{", "\n".join(rules)))
    classes = set(re.findall(r"\.([A-Za-z][\w-]*)", heads))
    made = tuple(word for word in named if word.endswith("-") and len(word) > 2)
    assert {name for name in classes - named if not name.startswith(made)} == {"htmx-request"}
