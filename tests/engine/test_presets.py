"""The built-in tournaments: complete, playable, lawful."""

import pytest

from engine import chips, clauses, games, lawful_schedules, presets
from engine import schedule as schedules
from engine.refusal import Refused
from engine.schedule import Level, Schedule

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
    assert {preset.rulebook for preset in presets.PRESETS} == set(clauses.BOOKS)
    assert len(presets.of("canberra")) == 9


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


@pytest.mark.parametrize(
    ("appendix", "fewest", "most", "seats"),
    [
        pytest.param(*("a", 9, 72, 9), marks=pytest.mark.rule("canberra:A.3.1")),
        pytest.param(*("e", 10, 80, 10), marks=pytest.mark.rule("canberra:E.3.1")),
        pytest.param(*("f", 10, 10, 10), marks=pytest.mark.rule("canberra:F.3.1")),
        pytest.param(*("g", 10, 80, 10), marks=pytest.mark.rule("canberra:G.3.1")),
        pytest.param(*("h", 10, 80, 10), marks=pytest.mark.rule("canberra:H.3.1")),
        pytest.param(*("i", 10, 80, 10), marks=pytest.mark.rule("canberra:I.3.1")),
    ],
)
def test_an_appendix_fixes_the_number_of_players(appendix, fewest, most, seats):
    preset = presets.get(f"canberra-{appendix}")
    clause = f"canberra:{appendix.upper()}.3.1"
    assert preset.seats_per_table == seats
    presets.check_may_start(preset, players=fewest)
    presets.check_may_enter(preset, players=most - 1)
    for check, players in ((presets.check_may_start, fewest - 1), (presets.check_may_enter, most)):
        with pytest.raises(Refused) as refused:
            check(preset, players=players)
        assert refused.value.clause == clause


@pytest.mark.rule("adelaide:88e")
def test_the_house_sets_how_many_may_enter():
    with pytest.raises(Refused, match="full") as refused:
        presets.check_may_enter(presets.ADELAIDE, players=300)
    assert refused.value.clause == "adelaide:88e"


@pytest.mark.rule("fours:buyin-1")
def test_fours_players_start_with_two_thousand():
    assert presets.FOURS.starting_stack == 2000


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
        ((chips.Chip(5, "red"), chips.Chip(5, "green")), "same worth"),
        ((chips.Chip(5, "red"), chips.Chip(25, "Red")), "same colour"),
    ],
)
def test_a_chip_set_that_confuses_is_refused(bad, said):
    with pytest.raises(Refused, match=said):
        chips.check(bad)


def test_a_stack_is_shown_in_the_fewest_chips():
    assert chips.in_chips(2675, (25, 100, 1000)) == {1000: 2, 100: 6, 25: 3}
    assert chips.in_chips(30, (25, 100)) == {25: 1}
