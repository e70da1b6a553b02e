"""The engine's README tells the truth: what it shows can be run as it stands."""

import re
from pathlib import Path
from typing import Any

from django.conf import settings

BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def run(block: int) -> dict[str, Any]:
    text = (Path(settings.BASE_DIR) / "engine" / "README.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(BLOCK.findall(text)[block], names)
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
    assert said == "Pair of kings, A-8-4"
    assert names["ranking"].low(names["hole"], names["board"]) is not None
