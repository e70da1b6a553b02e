"""The clock runs: levels, breaks, pauses, and the first card that starts it."""

import pytest

from engine.clock import clock, clock_reading
from engine.clock.clock_state import (
    BreakStarted,
    LastLevelStayed,
    LevelStarted,
    Phase,
    PlayResumed,
    PlayStopped,
    RaceOffFellDue,
    WindowClosed,
    WindowOpened,
)
from engine.refusal import Refused
from engine.rulebooks.presets import schedules as built_in
from engine.schedule.schedule import Break
from tests.engine.clock.clocks import MINUTE, SMALL, STAYS, Clock, at


def test_before_the_first_hand_the_clock_waits_at_the_whole_first_level():
    waiting = Clock()
    assert waiting.state.phase is Phase.WAITING
    assert waiting.left(0) == 20 * MINUTE
    assert waiting.do(clock.advance_due, 500).facts == []


def test_levels_breaks_race_offs_and_rebuys_fall_due_in_order_at_their_own_times():
    late = Clock().started().do(clock.advance_due, 85.5)
    assert late.facts == [
        LevelStarted(at(0), 0),
        LevelStarted(at(20), 1),
        RaceOffFellDue(at(40), 1, 25),
        BreakStarted(at(40), 2),
        WindowClosed(at(40), 2, "Rebuys"),
        WindowOpened(at(40), 2, "The top-up"),
        LevelStarted(at(50), 3),
        WindowClosed(at(65), 3, "The top-up"),
        LevelStarted(at(80), 4),
    ]
    assert late.blinds == (200, 400)
    assert late.left(85.5) == 9.5 * MINUTE


def test_a_second_call_does_nothing():
    late = Clock().started().do(clock.advance_due, 85)
    assert clock.advance_due(SMALL, late.state, at(85)) == (late.state, ())


def test_the_level_changes_on_the_second_and_not_before():
    early = Clock().started().do(clock.advance_due, 20 - 1 / 60)
    assert early.blinds == (25, 50)
    assert early.do(clock.advance_due, 20).blinds == (50, 100)
    assert clock.next_due(early.schedule, early.state) == at(40)


@pytest.mark.rule("fours:level-2")
def test_the_next_levels_time_starts_at_once_when_one_runs_out():
    fours = Clock(built_in.fours()).started().do(clock.advance_due, 13)
    assert fours.blinds == (15, 30)
    assert fours.left(13) == 7 * MINUTE


def test_a_schedule_that_stays_goes_on_without_an_end():
    over = Clock(STAYS).started().do(clock.advance_due, 500)
    assert over.facts[-1] == LastLevelStayed(at(20), 2)
    assert over.blinds == (15, 30)
    assert over.left(500) is None
    assert clock.next_due(over.schedule, over.state) is None
    assert clock_reading.upcoming(STAYS, over.state, at(500)) == []
    with pytest.raises(Refused, match="there is no next one"):
        over.do(clock.next_row, 500)
    with pytest.raises(Refused, match="no time to change"):
        over.do(clock.add_minutes, 500, minutes=5)
    assert over.do(clock.pause, 501).do(clock.resume, 505).left(505) is None


CLOCK_OF_EACH_APPENDIX = [
    pytest.param("three_card_manila", marks=pytest.mark.rule("canberra:A.3.6")),
    pytest.param("draw_poker", marks=pytest.mark.rule("canberra:B.3.6")),
    pytest.param("omaha", marks=pytest.mark.rule("canberra:C.3.6")),
    pytest.param("seven_card_stud", marks=pytest.mark.rule("canberra:D.3.6")),
    pytest.param("nlhe_early_bird", marks=pytest.mark.rule("canberra:E.3.6")),
    pytest.param("nlhe_instant_satellite", marks=pytest.mark.rule("canberra:F.3.6")),
    pytest.param("nlhe_super_satellite", marks=pytest.mark.rule("canberra:G.3.6")),
    pytest.param("nlhe", marks=pytest.mark.rule("canberra:H.3.6")),
    pytest.param("lhe", marks=pytest.mark.rule("canberra:I.3.6")),
]


@pytest.mark.parametrize("game", CLOCK_OF_EACH_APPENDIX)
def test_the_clock_starts_with_the_first_round_and_stands_still_in_breaks(game):
    first = built_in.canberra(game).rows[0].minutes
    played = Clock(built_in.canberra(game)).do(clock.start, 7)
    played.do(clock.break_now, 17).do(clock.back, 77)
    assert clock_reading.played(played.state, at(77)) == 10 * MINUTE
    assert played.left(77) == (first - 10) * MINUTE
    played.do(clock.advance_due, 77 + first - 10)
    assert played.facts[-1] == LevelStarted(at(67 + first), 1)


BREAKS_OF_EACH_APPENDIX = [
    pytest.param("three_card_manila", marks=pytest.mark.rule("canberra:A.3.5")),
    pytest.param("draw_poker", marks=pytest.mark.rule("canberra:B.3.5")),
    pytest.param("omaha", marks=pytest.mark.rule("canberra:C.3.5")),
    pytest.param("seven_card_stud", marks=pytest.mark.rule("canberra:D.3.5")),
    pytest.param("nlhe_early_bird", marks=pytest.mark.rule("canberra:E.3.5")),
    pytest.param("nlhe_instant_satellite", marks=pytest.mark.rule("canberra:F.3.5")),
    pytest.param("nlhe_super_satellite", marks=pytest.mark.rule("canberra:G.3.5")),
    pytest.param("nlhe", marks=pytest.mark.rule("canberra:H.3.5")),
    pytest.param("lhe", marks=pytest.mark.rule("canberra:I.3.5")),
]


@pytest.mark.parametrize("game", BREAKS_OF_EACH_APPENDIX)
def test_no_break_is_scheduled_and_the_director_may_call_one_at_any_time(game):
    schedule = built_in.canberra(game)
    assert not any(isinstance(row, Break) for row in schedule.rows)
    called = Clock(schedule).started().do(clock.break_now, 3)
    assert called.state.phase is Phase.CALLED_BREAK
    assert not clock_reading.may_start_hand(called.state)


@pytest.mark.rule("fours:break-1")
def test_fours_schedules_no_break_and_lets_the_director_call_one():
    assert not any(isinstance(row, Break) for row in built_in.fours().rows)
    called = Clock(built_in.fours()).started().do(clock.break_now, 95)
    assert called.state.phase is Phase.CALLED_BREAK


@pytest.mark.rule("fours:break-2")
def test_the_timer_stops_in_a_break_and_resumes_with_the_same_time_left():
    fours = Clock(built_in.fours()).started().do(clock.break_now, 4).do(clock.advance_due, 90)
    assert fours.left(90) == 6 * MINUTE
    fours.do(clock.back, 120)
    assert fours.left(121) == 5 * MINUTE
    assert fours.blinds == (10, 20)


@pytest.mark.rule("fours:break-3")
def test_the_timer_stops_for_a_dispute_and_says_why():
    fours = Clock(built_in.fours()).started().do(clock.pause, 4, reason="dispute at table 1")
    assert fours.state.reason == "dispute at table 1"
    assert fours.do(clock.advance_due, 60).left(60) == 6 * MINUTE
    assert fours.do(clock.resume, 60).left(61) == 5 * MINUTE
    assert fours.facts[-2:] == [PlayStopped(at(4), 0, "dispute at table 1"), PlayResumed(at(60), 0)]


@pytest.mark.rule("fours:break-4")
def test_no_hand_starts_in_a_break_or_a_dispute():
    fours = Clock(built_in.fours()).started()
    clock_reading.check_may_start_hand(fours.state, rulebook="fours")
    for stop, on in ((clock.break_now, clock.back), (clock.pause, clock.resume)):
        fours.do(stop, 4)
        with pytest.raises(Refused) as refused:
            clock_reading.check_may_start_hand(fours.state, rulebook="fours")
        assert refused.value.clause == "fours:break-4"
        fours.do(on, 5)


@pytest.mark.parametrize(
    ("step", "how", "said"),
    [
        (clock.pause, {"reason": "a spill"}, "a spill"),
        (clock.pause, {}, "it is stopped"),
        (clock.finish, {"reason": "last hands"}, "play is over"),
    ],
)
def test_the_refusal_of_a_new_hand_says_why(step, how, said):
    with pytest.raises(Refused, match=said):
        clock_reading.check_may_start_hand(Clock().started().do(step, 3, **how).state)


def test_no_hand_starts_before_the_clock():
    with pytest.raises(Refused, match="has not started"):
        clock_reading.check_may_start_hand(Clock().state)


def test_a_scheduled_break_is_not_counted_as_play_and_may_end_early():
    early = Clock().started().do(clock.advance_due, 43)
    assert early.state.phase is Phase.SCHEDULED_BREAK
    assert not clock_reading.may_start_hand(early.state)
    early.do(clock.back, 45)
    assert early.facts[-1] == LevelStarted(at(45), 3)
    assert clock_reading.played(early.state, at(45)) == 40 * MINUTE
    assert clock_reading.rested(early.state, at(45)) == 5 * MINUTE


def test_a_scheduled_break_can_be_held_and_goes_on():
    held = Clock().started().do(clock.pause, 43, reason="count").do(clock.resume, 60)
    assert held.state.phase is Phase.SCHEDULED_BREAK
    assert held.left(60) == 7 * MINUTE


@pytest.mark.parametrize("step", [clock.pause, clock.break_now])
def test_a_time_out_ends_itself_at_its_own_time_however_late_it_is_noticed(step):
    timed = Clock().started().do(step, 5, minutes=3).do(clock.advance_due, 30)
    assert timed.facts[2] == PlayResumed(at(8), 0)
    assert timed.facts[3] == LevelStarted(at(23), 1)
    assert timed.left(30) == 13 * MINUTE


@pytest.mark.rule("canberra:A.3.6")
def test_an_armed_clock_counts_from_the_first_card_and_not_before():
    evening = Clock().do(clock.arm, 0).do(clock.advance_due, 55)
    assert (evening.state.phase, evening.facts) == (Phase.ARMED, [])
    assert clock_reading.may_start_hand(evening.state)
    evening.do(clock.start, 60)
    assert evening.facts == [LevelStarted(at(60), 0)]
    assert (evening.state.started_at, evening.state.ends_at) == (at(60), at(80))
    assert clock_reading.played(evening.state, at(65)) == 5 * MINUTE


def test_an_armed_clock_can_be_stopped_lengthened_and_ended_and_is_armed_again():
    evening = Clock().do(clock.arm, 0).do(clock.pause, 1, minutes=5)
    assert not clock_reading.may_start_hand(evening.state)
    evening.do(clock.advance_due, 10)
    assert evening.state.phase is Phase.ARMED
    evening.do(clock.add_minutes, 11, minutes=10).do(clock.start, 12)
    assert (evening.state.ends_at, evening.state.rested) == (at(42), 0 * MINUTE)
    with pytest.raises(Refused, match="already started"):
        clock.arm(SMALL, evening.state, at(13))
    over = Clock().do(clock.arm, 0).do(clock.finish, 3, reason="called off")
    assert over.state.phase is Phase.FINISHED


def test_play_ends_at_its_finishing_time_though_no_card_was_dealt():
    evening = Clock(finishes_at=at(30)).do(clock.arm, 0)
    assert clock.next_due(SMALL, evening.state) == at(30)
    assert evening.do(clock.advance_due, 31).state.phase is Phase.FINISHED
    with pytest.raises(Refused, match="next level"):
        clock.next_row(SMALL, Clock().do(clock.arm, 0).state, at(1))
