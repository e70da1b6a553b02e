"""The built-in tournaments: complete, playable, lawful."""

import pytest

from engine import chips, clauses, games, rulebooks
from engine.clock import lawful_schedules
from engine.refusal import Refused
from engine.schedule import schedule as schedules
from engine.schedule.schedule import Level, Schedule
from engine.structure import presets

NINE = {f"canberra-{letter}" for letter in "abcdefghi"}
ALL = [pytest.param(preset, id=preset.key) for preset in presets.PRESETS]


def test_every_tournament_the_rulebooks_describe_is_there():
    keys = {preset.key for preset in presets.PRESETS}
    assert len(keys) == len(presets.PRESETS)
    assert keys == NINE | {
        *("charity", "igr", "fours", "friday"),
        *("adelaide-no-limit", "adelaide-pot", "adelaide-half-pot", "adelaide-fixed"),
    }
    assert presets.get("fours").starting_stack == 2000
    assert {preset.rulebook for preset in presets.PRESETS} == set(clauses.books())
    assert len(rulebooks.get("canberra").presets) == 9


@pytest.mark.parametrize("preset", ALL)
def test_a_preset_can_be_played_with_its_own_chips_by_its_own_rulebook(preset):
    values = chips.denominations(preset.chips)
    chips.check(preset.chips)
    assert schedules.faults(preset.schedule, stack=preset.starting_stack, chips=values) == []
    lawful_schedules.check(preset.schedule, rulebook=preset.rulebook)
    assert schedules.can_make(preset.starting_stack, values)


@pytest.mark.parametrize("preset", ALL)
def test_a_presets_game_and_limit_are_the_engines(preset):
    game = games.get(preset.game)
    assert preset.seats_per_table <= game.seats


@pytest.mark.rule("fours:buyin-1")
def test_fours_players_start_with_two_thousand():
    assert presets.get("fours").starting_stack == 2000


def adelaide(level):
    lawful_schedules.check(Schedule((level,)), rulebook="adelaide")


@pytest.mark.parametrize(
    ("level", "clause"),
    [
        (Level(20, blinds=(50,)), "adelaide:App1.1c"),
        pytest.param(
            *(Level(20, blinds=(100, 50)), "adelaide:App1.1d"),
            marks=pytest.mark.rule("adelaide:App1.1d"),
        ),
        pytest.param(
            *(Level(20, blinds=(50, 100), ante=51), "adelaide:App1.6d"),
            marks=pytest.mark.rule("adelaide:App1.6d"),
        ),
        pytest.param(
            *(Level(20, blinds=(50, 100), big_blind_ante=100), "adelaide:App1.6d"),
            marks=pytest.mark.rule("adelaide:App1.6d"),
        ),
    ],
)
def test_adelaide_refuses_a_level_its_appendix_forbids(level, clause):
    adelaide(Level(20, blinds=(50, 100), ante=50))
    adelaide(Level(20, blinds=(50, 100)))
    with pytest.raises(Refused, match="Level 1") as refused:
        adelaide(level)
    assert refused.value.clause == clause


def test_fours_knows_no_antes():
    with pytest.raises(Refused, match="ante"):
        lawful_schedules.check(Schedule((Level(10, blinds=(10, 20), ante=5),)), rulebook="fours")


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ((), "worth at least one"),
        ((chips.Chip(0, "red"),), "worth at least one"),
        ((chips.Chip(5, "red"), chips.Chip(5, "green")), "same value"),
        ((chips.Chip(5, "red"), chips.Chip(25, "Red")), "value or colour"),
    ],
)
def test_a_chip_set_that_confuses_is_refused(bad, said):
    with pytest.raises(Refused, match=said):
        chips.check(bad)
