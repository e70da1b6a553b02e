"""The engine's README tells the truth: what it shows can be run as it stands."""

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from django.conf import settings

README = Path(settings.BASE_DIR) / "engine" / "README.md"
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def run(block: int) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(BLOCK.findall(README.read_text(encoding="utf-8"))[block], names)
    return names


def test_the_hand_of_the_readme_is_played_and_taken_back(capsys):
    names = run(0)
    assert capsys.readouterr().out == "Bob raises to 300.\n"
    assert names["hand"].bets[5] == 300
    again = names["replay"](names["story"])
    assert again.bets[5] == 0, "the raise is taken back"


def test_the_cards_of_the_readme_are_ranked_as_it_says():
    names = run(1)
    said = names["ranking"].words(names["value"])
    assert said == "Pair of kings, ace kicker"
    assert names["ranking"].low(names["hole"], names["board"]) is not None


CODE = re.compile(r"`([^`]+)`")
KNOWN_ELSEWHERE = ("manage.py", "tests/", "docs/")


def rows(heading: str) -> Iterator[list[str]]:
    """The cells of the table under a heading, its first two lines left out."""
    section = README.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return ([cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:])


def named(module: str) -> ModuleType:
    return import_module(f"engine.{module}")


def in_rooms(cell: str) -> Iterator[str]:
    """The modules of a cell; a name that ends with a slash is the room of those after it."""
    room = ""
    for name in CODE.findall(cell):
        if name.endswith("/"):
            room = name
        yield (name if "/" in name else f"{room}{name}").strip("/").replace("/", ".")


def test_every_module_the_readme_names_exists():
    first = [name for row in rows("Between hands") for name in in_rooms(row[0])]
    assert {name for name in first if find_spec(f"engine.{name}") is None} == set()
    everywhere = CODE.findall(README.read_text(encoding="utf-8"))
    files = [name for name in everywhere if re.fullmatch(r"[a-z_/]+(\.py|/)", name)]
    ours = [name for name in files if not name.startswith(KNOWN_ELSEWHERE)]
    assert {name for name in ours if not (README.parent / name).exists()} == set()


def test_every_function_and_command_the_readme_names_exists():
    for called, *_ in rows("Play a hand"):
        for text in CODE.findall(called):
            module, _, function = text.partition("(")[0].rpartition(".")
            for name in function.split("/"):
                assert hasattr(named(module or "hand.codec"), name), text
    moves = next(row[1] for row in rows("Between hands") if "`clock/`" in row[0])
    modules = [named(f"clock.{name}") for name in ("clock", "clock_moves", "clock_reading")]
    for name in CODE.findall(moves)[0].split():
        assert any(hasattr(module, name) for module in modules), name
    commands = {name for row in rows("When something goes wrong") for name in CODE.findall(row[0])}
    for text in commands:
        assert hasattr(named("hand.commands"), text.partition("(")[0]), text
