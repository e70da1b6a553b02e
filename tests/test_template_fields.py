"""A template that asks for a field that is not there fails a test, not a hall."""

from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict, get_type_hints

import pytest
from django.template import engines
from django.template.loader import render_to_string

from tables import screens
from tables.screens import Panel
from tests import template_fields
from tests.template_fields import faults

PANELS = {
    panel.name: panel
    for panel in (*(screen.panel for screen in screens.SCREENS), screens.LEVELS, screens.MOVES)
    if panel is not None
}


class Chip(TypedDict):
    """As JSON keeps it."""

    value: int


class Seat(NamedTuple):
    """A row of a list."""

    name: str
    stack: int | None


@dataclass(frozen=True)
class Board:
    """A picture with all that pictures have."""

    version: int
    seats: list[Seat]
    chips: list[Chip]
    winner: Seat | None
    notes: dict[str, str]

    @property
    def best(self) -> Seat:
        """A field that is worked out."""
        return self.seats[0]


RIGHT = (
    "{{ board.version }} {{ board.best.name }} {{ board.winner.stack|default:0 }} {{ other.any }}",
    "{% for seat in board.seats %}{{ seat.name }} {{ forloop.counter }}{% endfor %}",
    "{% for chip in board.chips %}{{ chip.value }}{% empty %}{{ board.notes.any }}{% endfor %}",
    "{% if board.winner and board.winner.name|length > 3 %}{{ board.seats.0.stack }}{% endif %}",
    "{% with first=board.best %}{{ first.name }}{% endwith %}{{ board.seats|length }}",
    "{% url 'front' as place %}{{ place.any }}",
    "{% for a, b in board.notes.items %}{{ a }}{% endfor %}",
)
WRONG = {
    "{{ board.versoin }}": "board.versoin",
    "{% if board.winer %}{% endif %}": "board.winer",
    "{% if not board.version or board.winner.nmae == 'Jo' %}{% endif %}": "board.winner.nmae",
    "{% for seat in board.seats %}{{ seat.nmae }}{% endfor %}": "seat.nmae",
    "{% for seat in board.seats %}{% empty %}{{ board.x }}{% endfor %}": "board.x",
    "{% for chip in board.chips %}{{ chip.vlaue }}{% endfor %}": "chip.vlaue",
    "{% with first=board.best %}{{ first.nmae }}{% endwith %}": "first.nmae",
    "{{ 3|default:board.x }}": "board.x",
    "{% url 'public' board.x %}": "board.x",
    "{% if 0 %}{% if 0 %}{{ board.seats.0.nmae }}{% endif %}{% endif %}": "board.seats.0.nmae",
    "{{ board.version.x }}": "board.version.x",
    "{% include 'screens/_structure.html' with structure=board %}": "structure.levels",
}


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch):
    """A template that is not in a file; what it includes is."""
    known = engines["django"]
    find = known.get_template

    def as_written(source: str) -> list[str]:
        made = known.from_string(source)
        monkeypatch.setattr(
            known, "get_template", lambda name: made if name == "it" else find(name)
        )
        return [fault.asked for fault in faults("it", {"board": Board})]

    return as_written


@pytest.mark.parametrize("source", RIGHT)
def test_what_is_there_may_be_asked_for(written: Any, source: str):
    assert written(source) == []


@pytest.mark.parametrize(("source", "asked"), WRONG.items())
def test_what_is_not_there_is_found_on_every_branch(written: Any, source: str, asked: str):
    assert asked in written(source)


@pytest.mark.parametrize("panel", PANELS.values(), ids=PANELS)
def test_a_panel_asks_for_what_its_picture_has(panel: Panel):
    given = {panel.shows or panel.name: get_type_hints(panel.read)["return"]}
    assert faults(panel.partial, given) == []


def test_every_page_that_a_test_draws_is_looked_at():
    wrong = Board(1, [], [], None, {})
    with pytest.raises(AssertionError, match=r"structure\.levels: Board has no such field"):
        render_to_string("screens/_structure.html", {"structure": wrong})


def test_of_a_page_s_plain_parts_those_with_fields_are_known():
    given = template_fields.kind_of({"board": Board(1, [], [], None, {}), "rows": [{"a": 1}]})
    assert given["board"] is Board
