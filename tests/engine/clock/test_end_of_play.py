"""The end of play, and hand-for-hand before it."""

from datetime import timedelta

import pytest

from engine.clock import clock, clock_reading
from engine.clock.clock_state import (
    BreakStarted,
    LevelStarted,
    Phase,
    PlayFinished,
)
from engine.refusal import Refused
from tests.engine.clock.clocks import MINUTE, SMALL, STAYS, Clock, at


def test_hand_for_hand_takes_its_minutes_per_hand_and_runs_into_the_next_level():
    slow = Clock().started().do(clock.pause, 16, reason="hand-for-hand")
    slow.do(clock.take_hand, 19, minutes=3)
    assert slow.left(19) == MINUTE
    slow.do(clock.take_hand, 22, minutes=3)
    assert slow.facts[-1] == LevelStarted(at(22), 1)
    assert slow.left(22) == 18 * MINUTE
    assert clock_reading.played(slow.state, at(22)) == 22 * MINUTE
    with pytest.raises(Refused, match="at least one minute"):
        slow.do(clock.take_hand, 23, minutes=0)


def hand_for_hand_before_the_break():
    """Two minutes are left of the level, then the break of ten comes."""
    return Clock().started().do(clock.pause, 38, reason=clock_reading.HAND_FOR_HAND)


@pytest.mark.rule("tda2024:RP-8")
def test_a_break_that_comes_in_hand_for_hand_is_a_break_and_no_hand_is_played_in_it():
    bubble = hand_for_hand_before_the_break().do(clock.take_hand, 41, minutes=3)
    assert bubble.facts[-3] == BreakStarted(at(41), 2)
    assert (bubble.state.phase, bubble.left(41)) == (Phase.SCHEDULED_BREAK, 10 * MINUTE)
    assert clock_reading.played(bubble.state, at(51)) == 40 * MINUTE
    assert clock_reading.rested(bubble.state, at(51)) == 11 * MINUTE
    with pytest.raises(Refused, match="it is a break"):
        clock_reading.check_may_start_hand(bubble.state)
    with pytest.raises(Refused, match="on a break"):
        bubble.do(clock.take_hand, 45, minutes=3)


def test_after_the_break_hands_are_played_one_for_one_again_and_a_whole_level_is_left():
    bubble = hand_for_hand_before_the_break().do(clock.take_hand, 41, minutes=3)
    bubble.do(clock.advance_due, 90)
    assert clock_reading.is_hand_for_hand(bubble.state)
    assert bubble.left(90) == 30 * MINUTE
    assert bubble.facts[-1] == LevelStarted(at(51), 3)
    assert bubble.do(clock.take_hand, 92, minutes=2).left(92) == 28 * MINUTE


def test_hand_for_hand_that_ends_during_the_break_lets_the_clock_run_after_it():
    bubble = hand_for_hand_before_the_break().do(clock.take_hand, 41, minutes=3)
    bubble.do(clock.end_hand_for_hand, 45).do(clock.advance_due, 52)
    assert (bubble.state.phase, bubble.left(52)) == (Phase.PLAYING, 29 * MINUTE)


def test_hand_for_hand_at_a_level_without_end_only_counts_play():
    slow = Clock(STAYS).started().do(clock.pause, 30).do(clock.take_hand, 33, minutes=2)
    assert slow.left(33) is None
    assert clock_reading.played(slow.state, at(33)) == 32 * MINUTE


@pytest.mark.rule("igr:A.2(ii)(ii)")
@pytest.mark.rule("igr:A.1.Finishing Time")
def test_play_ends_at_the_finishing_time_and_no_hand_starts_after_it():
    over = Clock(finishes_at=at(33)).started().do(clock.advance_due, 50)
    assert over.facts[-1] == PlayFinished(at(33), 1, clock_reading.FINISHING_TIME)
    with pytest.raises(Refused, match="finishing time") as refused:
        clock_reading.check_may_start_hand(over.state, rulebook="igr")
    assert refused.value.clause == "igr:A.2(ii)(ii)"


def test_the_finishing_time_comes_even_in_a_break_or_a_pause():
    paused = Clock(finishes_at=at(33)).started().do(clock.pause, 5).do(clock.advance_due, 90)
    assert paused.state.phase is Phase.FINISHED
    assert paused.left(90) == 15 * MINUTE


@pytest.mark.rule("adelaide:100")
def test_a_session_of_minutes_ends_after_so_much_play_and_no_new_hand_starts():
    session = Clock(plays_for=30 * MINUTE).started().do(clock.break_now, 10).do(clock.back, 20)
    session.do(clock.advance_due, 39.9)
    assert clock_reading.may_start_hand(session.state)
    session.do(clock.advance_due, 99)
    assert session.facts[-1] == PlayFinished(at(40), 1, clock_reading.SESSION_TIME)
    with pytest.raises(Refused, match="play is over") as refused:
        clock_reading.check_may_start_hand(session.state, rulebook="adelaide")
    assert refused.value.clause == "adelaide:100"


def test_the_finish_wins_over_a_level_that_starts_at_the_same_moment():
    over = Clock(finishes_at=at(20)).started().do(clock.advance_due, 25)
    assert over.facts[1:] == [PlayFinished(at(20), 0, clock_reading.FINISHING_TIME)]


@pytest.mark.rule("adelaide:100")
def test_hand_for_hand_ends_play_with_the_hand_that_uses_the_session_up():
    session = Clock(plays_for=18 * MINUTE).started().do(clock.pause, 16, reason="hand-for-hand")
    session.do(clock.take_hand, 17, minutes=3)
    assert session.facts[-1] == PlayFinished(at(17), 0, clock_reading.SESSION_TIME)
    assert clock_reading.played(session.state, at(17)) == 18 * MINUTE
    with pytest.raises(Refused, match="play is over"):
        clock_reading.check_may_start_hand(session.state)


def test_the_end_can_be_fixed_and_changed_while_it_lies_ahead():
    fixed = Clock().started().do(clock.set_finish, 5, finishes_at=at(60), plays_for=50 * MINUTE)
    assert clock.next_due(fixed.schedule, fixed.state) == at(20)
    with pytest.raises(Refused, match="lie ahead"):
        fixed.do(clock.set_finish, 6, finishes_at=at(6))
    with pytest.raises(Refused, match="played already"):
        fixed.do(clock.set_finish, 6, plays_for=6 * MINUTE)
    with pytest.raises(Refused, match="over already"):
        fixed.do(clock.finish, 7, reason="done").do(clock.set_finish, 8)
    with pytest.raises(Refused, match="has passed"):
        Clock(finishes_at=at(-1)).started()


def test_a_finish_can_be_taken_back():
    reopened = Clock(finishes_at=at(10)).started().do(clock.advance_due, 15)
    reopened.do(clock.reopen, 16).do(clock.resume, 17)
    assert reopened.state.phase is Phase.PLAYING
    assert reopened.left(17) == 10 * MINUTE
    assert clock_reading.played(reopened.state, at(17)) == 10 * MINUTE


def test_real_time_counts_pauses_too():
    paused = Clock().started().do(clock.pause, 5)
    assert clock_reading.real_time(paused.state, at(59)) == 59 * MINUTE
    assert clock_reading.real_time(Clock().state, at(59)) == timedelta(0)


def test_the_minute_of_the_schedule_follows_skips_and_never_leaves_its_level():
    longer = Clock().started().do(clock.add_minutes, 15, minutes=30)
    assert clock_reading.schedule_time(SMALL, longer.state, at(20)) == timedelta(0)
    assert clock_reading.schedule_time(SMALL, longer.state, at(49)) == 19 * MINUTE
    longer.do(clock.next_row, 49)
    assert clock_reading.schedule_time(SMALL, longer.state, at(50)) == 21 * MINUTE
    over = Clock(STAYS).started().do(clock.advance_due, 500)
    assert clock_reading.schedule_time(STAYS, over.state, at(500)) == 20 * MINUTE
    resting = Clock().started().do(clock.advance_due, 45)
    assert clock_reading.schedule_time(SMALL, resting.state, at(45)) == 40 * MINUTE
