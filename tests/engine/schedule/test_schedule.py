"""Schedules: what each rulebook prints, what a director may not write, and how they are kept."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.refusal import Refused
from engine.rulebooks.presets import schedules as built_in
from engine.schedule import schedule as schedules
from engine.schedule.schedule import Break, Doubling, Level, Schedule, Staying
from engine.structure import presets, structure, windows
from tests.engine.strategies import any_schedule, row_in_force

NOON = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
CANBERRA_CHIPS = (5, 25, 100, 500, 1000, 5000)


def blinds_at(game: str, minute: int) -> tuple[int, ...]:
    schedule = built_in.canberra(game)
    return schedule.level(row_in_force(schedule, minute * MINUTE)).blinds


def ante_at(game: str, minute: int) -> int:
    schedule = built_in.canberra(game)
    return schedule.level(row_in_force(schedule, minute * MINUTE)).ante


def printed(game: str) -> list[tuple[int, tuple[int, ...]]]:
    """Minute of play and blinds of every printed level."""
    schedule = built_in.canberra(game)
    rows = range(len(schedule.rows))
    return [(schedule.starts_at_minute(i), schedule.level(i).blinds) for i in rows]


def raced_off(game: str) -> dict[int, int]:
    """The minute at which each denomination leaves play."""
    schedule = built_in.canberra(game)
    return {
        chip: schedule.starts_at_minute(index + 1)
        for index, level in enumerate(schedule.levels)
        for chip in level.race_offs
    }


REBUYS_END = {
    **dict.fromkeys(("draw_poker", "omaha", "seven_card_stud"), 120),
    "nlhe_early_bird": 90,
    "nlhe_super_satellite": 60,
}


def rebuys_end(game: str) -> int | None:
    """The minute at which the clock closes the rebuys; None where there are none."""
    preset = next(p for p in presets.PRESETS if p.schedule == built_in.canberra(game))
    sold = windows.of(structure.to_plain(preset))
    return next((window.closes for window in sold if window.name == "Rebuys"), None)


def lines(
    minutes: list[tuple[int, int]], blinds: list[tuple[int, ...]]
) -> list[tuple[int, tuple[int, ...]]]:
    """(how many levels, of how many minutes) pairs laid out beside the blinds."""
    lengths = [length for count, length in minutes for _ in range(count)]
    return [(sum(lengths[:index]), blind) for index, blind in enumerate(blinds)]


def doubles(*smaller: int) -> list[tuple[int, ...]]:
    return [(blind, 2 * blind) for blind in smaller]


@pytest.mark.rule("canberra:A.3.4")
def test_manila_has_one_blind_in_seven_long_and_five_short_levels():
    expected = [25, 50, 100, 200, 300, 400, 500, 1000, 2000, 3000, 4000, 5000]
    assert printed("three_card_manila") == lines([(7, 40), (5, 30)], [(b,) for b in expected])
    assert built_in.canberra("three_card_manila").starts_at_minute(12) == 430


DRAW_BLINDS = [(25, 25), (25, 50), *doubles(50, 100, 200, 300, 400, 500, 1000, 2000, 3000, 4000)]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("draw_poker", marks=pytest.mark.rule("canberra:B.3.4")),
        pytest.param("omaha", marks=pytest.mark.rule("canberra:C.3.4")),
    ],
)
def test_draw_and_omaha_share_a_schedule_that_starts_with_equal_blinds(game):
    expected = [*DRAW_BLINDS, (5000, 10000)]
    assert printed(game) == lines([(8, 40), (5, 30)], expected)
    assert built_in.canberra(game).starts_at_minute(13) == 470


@pytest.mark.rule("canberra:D.3.4")
def test_stud_has_antes_and_no_blinds():
    schedule = built_in.canberra("seven_card_stud")
    antes = [5, 10, 25, 50, 100, 200, 300, 400, 500, 1000, 2000, 3000, 4000, 5000]
    assert [level.ante for level in schedule.levels] == antes
    assert {level.blinds for level in schedule.levels} == {()}
    assert schedule.starts_at_minute(9) == 360
    assert schedule.starts_at_minute(14) == 510


@pytest.mark.rule("canberra:E.3.4")
def test_the_early_bird_plays_its_third_level_twice():
    smaller = [25, 50, 100, 100, 200, 300, 400, 500, 1000, 1500, 2000, 3000, 5000]
    assert printed("nlhe_early_bird") == lines([(13, 30)], doubles(*smaller))


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("nlhe_instant_satellite", marks=pytest.mark.rule("canberra:F.3.4")),
        pytest.param("nlhe_super_satellite", marks=pytest.mark.rule("canberra:G.3.4")),
    ],
)
def test_satellites_play_twenty_minute_levels(game):
    smaller = [25, 50, 75, 100, 200, 300, 400, 500, 1000, 2000, 3000, 4000, 5000]
    assert printed(game) == lines([(13, 20)], doubles(*smaller))


@pytest.mark.rule("canberra:H.3.4")
def test_no_limit_holdem_has_seven_long_and_five_short_levels():
    smaller = [25, 50, 100, 200, 300, 400, 500, 1000, 2000, 3000, 4000, 5000]
    assert printed("nlhe") == lines([(7, 40), (5, 30)], doubles(*smaller))


@pytest.mark.rule("canberra:H.3.4/ante")
def test_no_limit_holdem_adds_an_ante_from_minute_eighty():
    assert [ante_at("nlhe", minute) for minute in (0, 79, 80, 120, 160, 200, 240)] == [
        *(0, 0, 25, 25, 50, 50, 75)
    ]
    assert [ante_at("nlhe", minute) for minute in (280, 310, 340, 370, 400)] == [
        *(100, 200, 300, 400, 500)
    ]


@pytest.mark.rule("canberra:I.3.4")
def test_limit_holdem_plays_its_third_level_twice():
    smaller = [25, 50, 100, 100, 200, 300, 400, 500, 1000, 1500, 2000, 3000, 5000]
    assert printed("lhe") == lines([(8, 40), (5, 30)], doubles(*smaller))


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        pytest.param(
            "three_card_manila", {25: 80, 100: 280}, marks=pytest.mark.rule("canberra:A.3.4/race")
        ),
        pytest.param(
            "draw_poker", {25: 120, 100: 320}, marks=pytest.mark.rule("canberra:B.3.4/race")
        ),
        pytest.param("omaha", {25: 120, 100: 320}, marks=pytest.mark.rule("canberra:C.3.4/race")),
        pytest.param(
            "seven_card_stud",
            {5: 80, 25: 200, 100: 360},
            marks=pytest.mark.rule("canberra:D.3.4/race"),
        ),
        pytest.param(
            "nlhe_early_bird", {25: 90, 100: 210}, marks=pytest.mark.rule("canberra:E.3.4/race")
        ),
        pytest.param(
            "nlhe_instant_satellite",
            {25: 60, 100: 160},
            marks=pytest.mark.rule("canberra:F.3.4/race"),
        ),
        pytest.param(
            "nlhe_super_satellite",
            {25: 60, 100: 160},
            marks=pytest.mark.rule("canberra:G.3.4/race"),
        ),
        pytest.param("nlhe", {25: 280}, marks=pytest.mark.rule("canberra:H.3.4/race")),
        pytest.param("lhe", {25: 120, 100: 320}, marks=pytest.mark.rule("canberra:I.3.4/race")),
    ],
)
def test_small_chips_leave_play_and_rebuys_end_at_the_printed_minute(game, expected):
    assert raced_off(game) == expected
    assert rebuys_end(game) == REBUYS_END.get(game)


@pytest.mark.parametrize(
    ("game", "minute", "blinds", "ante", "every"),
    [
        pytest.param(
            *("three_card_manila", 430, (10000,), 0, 30),
            marks=pytest.mark.rule("canberra:A.3.4/doubling"),
        ),
        pytest.param(
            *("draw_poker", 470, (10000, 20000), 0, 30),
            marks=pytest.mark.rule("canberra:B.3.4/doubling"),
        ),
        pytest.param(
            *("omaha", 470, (10000, 20000), 0, 30),
            marks=pytest.mark.rule("canberra:C.3.4/doubling"),
        ),
        pytest.param(
            *("seven_card_stud", 510, (), 10000, 30),
            marks=pytest.mark.rule("canberra:D.3.4/doubling"),
        ),
        pytest.param(
            *("nlhe_early_bird", 390, (10000, 20000), 0, 30),
            marks=pytest.mark.rule("canberra:E.3.4/doubling"),
        ),
        pytest.param(
            *("nlhe_instant_satellite", 260, (10000, 20000), 0, 20),
            marks=pytest.mark.rule("canberra:F.3.4/doubling"),
        ),
        pytest.param(
            *("nlhe_super_satellite", 260, (10000, 20000), 0, 20),
            marks=pytest.mark.rule("canberra:G.3.4/doubling"),
        ),
        pytest.param(
            *("nlhe", 430, (10000, 20000), 1000, 30),
            marks=pytest.mark.rule("canberra:H.3.4/doubling"),
        ),
        pytest.param(
            *("lhe", 470, (10000, 20000), 0, 30),
            marks=pytest.mark.rule("canberra:I.3.4/doubling"),
        ),
    ],
)
def test_after_the_printed_levels_everything_doubles_for_ever(game, minute, blinds, ante, every):
    assert blinds_at(game, minute - 1) != blinds or not blinds
    for times in range(4):
        at = minute + times * every
        assert blinds_at(game, at) == tuple(blind * 2**times for blind in blinds)
        assert blinds_at(game, at + every - 1) == blinds_at(game, at)
        assert ante_at(game, at) == ante * 2**times


def test_the_super_satellite_ends_its_rebuys_at_minute_sixty():
    schedule = built_in.canberra("nlhe_super_satellite")
    assert schedules.minute_after(schedules.to_plain(schedule), "ends_rebuys") == 60


@pytest.mark.rule("fours:schedule")
def test_fours_plays_sixteen_levels_and_stays_at_the_last():
    schedule = built_in.fours()
    smaller = [10, 15, 25, 50, 75, 100, 150, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000]
    assert [level.blinds for level in schedule.levels] == doubles(*smaller)
    assert {level.ante for level in schedule.levels} == {0}
    assert schedule.level(row_in_force(schedule, 10_000 * MINUTE)).blinds == (2000, 4000)
    assert schedule.number(row_in_force(schedule, 10_000 * MINUTE)) == 16


@pytest.mark.rule("fours:level-1")
def test_every_fours_level_lasts_ten_minutes():
    assert {level.minutes for level in built_in.fours().levels} == {10}


EVERY_BUILT_IN = [
    *(built_in.canberra(game) for game in built_in.canberra_games()),
    *(built_in.fours(), built_in.charity(), built_in.adelaide(), built_in.adelaide_limit()),
    *(built_in.igr(), built_in.friday()),
]


@pytest.mark.parametrize("schedule", EVERY_BUILT_IN)
def test_every_built_in_schedule_can_be_played_with_ordinary_chips(schedule):
    assert schedules.faults(schedule, stack=2000, chips=CANBERRA_CHIPS) == []


# Bad input.

ONE = Level(minutes=20, blinds=(25, 50))


def sentences(*rows, after_last=Staying(), **given_):  # noqa: B008 - a frozen value without fields
    schedule = Schedule(tuple(rows), after_last)
    return " ".join(fault.sentence for fault in schedules.faults(schedule, **given_))


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ((), "at least one level"),
        ((Break(10),), "at least one level"),
        ((Level(minutes=0, blinds=(25, 50)),), "Level 1 must last at least one minute"),
        ((Level(minutes=-5, blinds=(25, 50)),), "Level 1 must last at least one minute"),
        ((ONE, Break(0), ONE), "Row 2 must last at least one minute"),
        ((ONE, Break(10)), "ends with a level"),
        ((Level(20),), "neither blind nor ante"),
        ((Level(20, blinds=(0, 50)),), "below one chip"),
        ((Level(20, blinds=(25, 50), ante=-1),), "below one chip"),
        ((Level(20, blinds=(50, 25)),), "from the smallest to the greatest"),
        ((Level(20, blinds=(1, 2, 3, 4)),), "more than three blinds"),
        ((Level(20, blinds=(25, 50), ante=5, big_blind_ante=50),), "choose one"),
        ((Level(20, ante=5, big_blind_ante=50),), "no blinds"),
        ((Level(20, ante=5, ends_rebuys=True), Level(20, ante=5, ends_rebuys=True)), "only once"),
        ((Level(20, blinds=(50, 100)), ONE), "lower than the level before"),
        ((ONE, Level(20, blinds=(100, 200))), "more than three times"),
    ],
)
def test_a_wrong_schedule_is_explained_in_a_sentence(rows, said):
    assert said in sentences(*rows)


def test_chips_and_stack_are_checked_too():
    assert "which the chips in play cannot make" in sentences(ONE, chips=(100, 500))
    assert "asks 50 of a stack of 40" in sentences(ONE, stack=40)
    raced = Level(20, blinds=(25, 50), race_offs=(25,))
    assert "Level 2 asks 25" in sentences(raced, ONE, chips=(25, 100))
    assert "leaves none larger" in sentences(raced, chips=(25,))
    absent = Level(20, blinds=(25, 50), race_offs=(5,))
    assert "which is not in play" in sentences(absent, chips=(25, 100))
    assert "double every" in sentences(ONE, after_last=Doubling(0))


def test_a_chip_is_not_raced_off_that_the_level_after_the_last_still_needs():
    last = Level(20, blinds=(75, 150), race_offs=(25,))
    assert "After the last level 75 is asked" in sentences(last, chips=(25, 100))
    assert "150 is asked" in sentences(last, chips=(25, 100), after_last=Doubling(20))
    even = Level(20, blinds=(100, 200), race_offs=(25,))
    assert sentences(even, chips=(25, 100), after_last=Doubling(20)) == ""


def test_a_chip_that_makes_no_next_larger_one_is_not_raced_off():
    uneven = Level(20, blinds=(100, 200), race_offs=(20,))
    for chips in ((20, 50, 100), (20, 50)):
        assert "which makes no 50 chip" in sentences(uneven, chips=chips)
    assert sentences(uneven, chips=(20, 100)) == ""


def test_a_doubt_is_shown_but_not_refused():
    falling = Schedule((Level(20, blinds=(50, 100)), ONE))
    schedules.check(falling)
    with pytest.raises(Refused, match="at least one minute"):
        schedules.check(Schedule((Level(0, blinds=(25, 50)),)))


def test_another_game_may_ask_less_than_the_level_before():
    rows = (Level(20, blinds=(50, 100), game="holdem"), Level(20, ante=10, game="stud"))
    assert sentences(*rows) == ""


@pytest.mark.parametrize(
    ("amount", "chips", "possible"),
    [
        (75, (25, 100), True),
        (75, (50, 100), False),
        (30, (20, 50), False),
        (70, (20, 50), True),
        (1500, (500, 1000), True),
        (25, (), False),
    ],
)
def test_whether_chips_can_make_an_amount(amount, chips, possible):
    assert schedules.can_make(amount, chips) is possible


# Keeping and showing.


@given(any_schedule())
def test_a_schedule_survives_json(schedule):
    assert schedules.from_plain(json.loads(json.dumps(schedules.to_plain(schedule)))) == schedule


@pytest.mark.parametrize("data", [{}, {"rows": 3, "doubling_every": None}, {"rows": [{}]}])
def test_what_is_no_schedule_is_refused(data):
    with pytest.raises(Refused, match="not a schedule"):
        schedules.from_plain(data)


def test_an_unknown_field_of_a_row_is_refused():
    with pytest.raises(Refused, match="not a schedule"):
        schedules.from_plain(
            {"rows": [{"kind": "level", "minutes": 5, "bliinds": [1]}], "doubling_every": None}
        )


def test_the_preview_gives_wall_clock_times_breaks_included():
    schedule = Schedule((ONE, Break(10, "dinner"), Level(20, blinds=(50, 100))), Doubling(15))
    shown = schedules.preview(schedule, starts_at=NOON, rows=5)
    assert [(line.starts_at - NOON) // MINUTE for line in shown] == [0, 20, 30, 50, 65]
    assert [line.minute for line in shown] == [0, 20, 20, 40, 55]
    assert [line.number for line in shown] == [1, 1, 2, 3, 4]
    assert shown[-1].row == Level(15, blinds=(200, 400))


def test_the_preview_ends_with_a_level_that_has_no_end():
    shown = schedules.preview(Schedule((ONE,)), starts_at=NOON, rows=9)
    assert [line.ends_at for line in shown] == [NOON + 20 * MINUTE, None]


@given(any_schedule(), st.integers(0, 3000))
def test_the_row_at_a_minute_contains_that_minute(schedule, minute):
    index = row_in_force(schedule, minute * MINUTE)
    start = schedule.starts_at_minute(index)
    assert start <= minute
    assert schedule.length(index) is None or minute < start + schedule.row(index).minutes
    assert isinstance(schedule.row(index), Level)


def test_doubling_stops_growing_long_after_anybody_could_pay():
    schedule = Schedule((ONE,), Doubling(1))
    assert schedule.level(100_000) == schedule.level(64)
    assert schedule.number(100_000) == 100_001
