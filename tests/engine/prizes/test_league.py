"""League formulas are arithmetic and nothing else; the table adds up the best results."""

import ast
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.prizes import league
from engine.prizes.league import Result
from engine.refusal import Refused

FACTS = {"place": 3, "players": 36, "entry": 20, "prize": 90}


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("10", 1000),
        ("players - place + 1", 3400),
        ("10 * sqrt(players / place)", 3464),
        ("max(0, 10 - place) + min(prize, 50) / 10", 1200),
        ("-5 + +place", 0),
        ("players // place * log(1)", 0),
    ],
)
def test_a_formula_is_worked_out(text, points):
    assert league.points(league.read(text), FACTS) == points


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "at most 200"),
        ("1" * 201, "at most 200"),
        ("place +", "cannot be read"),
        ("__import__('os')", "numbers, names"),
        ("place.__class__", "numbers, names"),
        ("[1][0]", "numbers, names"),
        ("9**9**9", "numbers, names"),
        ("True", "numbers, names"),
        ("'a' * 9", "numbers, names"),
        ("stack", "does not know"),
        ("sqrt(1, 2)", "takes 1"),
        ("max(*place)", "numbers, names|takes 2"),
        ("99999999", "up to"),
        ("1 / (place - 1)", "no value"),
        ("sqrt(2 - place)", "no value"),
        ("-" * 60 + "1", "nested too deeply"),
    ],
)
def test_what_is_no_plain_arithmetic_is_refused(text, said):
    with pytest.raises(Refused, match=said):
        league.read(text)


def test_what_was_never_read_has_no_points():
    with pytest.raises(Refused, match="cannot be read"):
        league.points(ast.parse("[1]", mode="eval").body, FACTS)


def test_only_the_best_results_count_and_level_players_share_their_place():
    results = [
        *(Result(1, night, points) for night, points in enumerate((500, 300, 100), 1)),
        *(Result(2, night, points) for night, points in enumerate((400, 400), 1)),
        Result(3, 1, 900),
    ]
    lines = league.table(results, best=2)
    assert [(line.player, line.place, line.points) for line in lines] == [
        (3, 1, 900),
        (1, 2, 800),
        (2, 2, 800),
    ]
    assert lines[1].counted == (1, 2)
    assert lines[1].played == 3
    assert [line.points for line in league.table(results, best=None)] == [900, 900, 800]


@given(st.text(max_size=40))
def test_no_text_gets_past_the_refusals(text):
    with suppress(Refused):
        league.read(text)
