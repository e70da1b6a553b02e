"""The generator: a schedule for so many players, so much time and these chips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.refusal import Refused
from engine.schedule import schedule as schedules
from engine.schedule.schedule import Break, Level
from engine.schedule.schedule_proposal import propose

CHIPS = (25, 100, 500, 1000, 5000)


def minutes_of(schedule):
    return sum(row.minutes for row in schedule.rows)


def test_an_evening_for_forty_players():
    schedule = propose(players=40, stack=5000, chips=CHIPS, minutes=240)
    assert schedule.levels[0].blinds == (25, 50)
    assert 200 <= minutes_of(schedule) <= 260
    in_play = 40 * 5000 / schedule.levels[-1].blinds[1]
    assert 8 <= in_play <= 40
    assert any(isinstance(row, Break) for row in schedule.rows)


def test_small_chips_leave_when_no_later_level_needs_them():
    schedule = propose(players=80, stack=10_000, chips=CHIPS, minutes=420)
    raced = [chip for level in schedule.levels for chip in level.race_offs]
    assert raced[:2] == [25, 100]
    assert schedules.faults(schedule, stack=10_000, chips=CHIPS) == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"players": 1}, "two players"),
        ({"minutes": 10}, "at least 30 minutes"),
        ({"chips": ()}, "smallest chips"),
        ({"stack": 100}, "smallest chips"),
    ],
)
def test_what_cannot_be_proposed_is_refused(wrong, said):
    usual = {"players": 20, "stack": 5000, "chips": CHIPS, "minutes": 240}
    with pytest.raises(Refused, match=said):
        propose(**{**usual, **wrong})


@given(
    st.integers(2, 500),
    st.sampled_from([1000, 1500, 2000, 5000, 10_000, 25_000, 50_000]),
    st.sampled_from([CHIPS, (5, 25, 100, 500, 1000), (25, 100, 500), (100, 500, 1000), (1, 5, 25)]),
    st.integers(60, 720),
)
def test_every_proposal_can_be_played_rises_and_takes_about_the_time_given(
    players, stack, chips, minutes
):
    schedule = propose(
        players=players, stack=max(stack, 20 * min(chips)), chips=chips, minutes=minutes
    )
    schedules.check(schedule, stack=stack, chips=chips)
    blinds = [level.greatest for level in schedule.levels]
    assert blinds == sorted(set(blinds))
    length = schedule.levels[0].minutes
    assert {row.minutes for row in schedule.rows if isinstance(row, Level)} == {length}
    assert abs(minutes_of(schedule) - minutes) <= length + 10
