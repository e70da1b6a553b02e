"""What the director changes while the clock runs, and what is sold until when."""

from typing import Any

import pytest

from engine.clock import clock, clock_reading
from engine.clock.clock_state import (
    BreakStarted,
    LevelStarted,
    Phase,
    PlayStopped,
    RaceOffFellDue,
    TimeChanged,
    WindowClosed,
    WindowOpened,
)
from engine.refusal import Refused
from engine.schedule.schedule import Level, Schedule, Window
from tests.engine.clock.clocks import MINUTE, SMALL, Clock, at

FIRST_HOUR = Schedule(SMALL.rows, windows=(Window("Rebuys", 0, 60, is_real_time=True),))
HALF_WAY = Schedule(SMALL.rows, windows=(Window("Rebuys", 0, 30),))


def sold(running: Clock) -> list[Any]:
    """What the clock told of its sales."""
    return [one for one in running.facts if isinstance(one, WindowOpened | WindowClosed)]


@pytest.mark.rule("igr:A.2(i)-3")
def test_real_time_runs_on_while_the_clock_stands_and_closes_the_rebuys_at_sixty_minutes():
    held = Clock(FIRST_HOUR).started().do(clock.pause, 5).do(clock.advance_due, 59.9)
    assert sold(held) == []
    assert sold(held.do(clock.advance_due, 200)) == [WindowClosed(at(60), 0, "Rebuys")]


def test_a_window_that_ends_within_a_level_closes_at_its_own_minute_and_waits_for_a_pause():
    run = Clock(HALF_WAY).started().do(clock.advance_due, 100)
    assert sold(run) == [WindowClosed(at(30), 1, "Rebuys")]
    paused = Clock(HALF_WAY).started().do(clock.pause, 25).do(clock.resume, 45)
    assert sold(paused.do(clock.advance_due, 100)) == [WindowClosed(at(50), 1, "Rebuys")]


def test_a_level_made_longer_before_its_window_closes_or_after_says_what_is_sold():
    longer = Clock(HALF_WAY).started().do(clock.add_minutes, 25, minutes=10)
    assert sold(longer.do(clock.advance_due, 60)) == [WindowClosed(at(40), 1, "Rebuys")]
    after = Clock(HALF_WAY).started().do(clock.add_minutes, 32, minutes=10)
    assert sold(after.do(clock.advance_due, 60)) == [
        WindowClosed(at(30), 1, "Rebuys"),
        WindowOpened(at(32), 1, "Rebuys"),
        WindowClosed(at(40), 1, "Rebuys"),
    ]


def test_going_back_a_level_opens_the_sale_again():
    skipped = Clock().started().do(clock.next_row, 5).do(clock.next_row, 6)
    assert sold(skipped.do(clock.previous_row, 7)) == [
        WindowClosed(at(6), 2, "Rebuys"),
        WindowOpened(at(6), 2, "The top-up"),
        WindowClosed(at(7), 1, "The top-up"),
        WindowOpened(at(7), 1, "Rebuys"),
    ]


def test_next_level_brings_what_hangs_on_the_end_of_this_one():
    skipped = Clock().started().do(clock.next_row, 2).do(clock.next_row, 3)
    assert skipped.facts[1] == LevelStarted(at(2), 1)
    assert skipped.facts[2:] == [
        *(RaceOffFellDue(at(3), 1, 25), BreakStarted(at(3), 2)),
        *(WindowClosed(at(3), 2, "Rebuys"), WindowOpened(at(3), 2, "The top-up")),
    ]


def test_a_stopped_clock_stays_stopped_when_the_level_is_changed():
    stopped = Clock().started().do(clock.pause, 5).do(clock.next_row, 6)
    assert (stopped.state.phase, stopped.left(50)) == (Phase.PAUSED, 20 * MINUTE)
    on_break = Clock().started().do(clock.break_now, 5).do(clock.next_row, 6)
    assert (on_break.state.phase, on_break.state.index) == (Phase.CALLED_BREAK, 1)
    assert on_break.do(clock.next_row, 7).state.phase is Phase.SCHEDULED_BREAK


def test_previous_level_starts_again_from_its_beginning():
    again = Clock().started().do(clock.previous_row, 35)
    assert again.blinds == (25, 50)
    assert again.left(35) == 20 * MINUTE
    with pytest.raises(Refused, match="first level"):
        again.do(clock.previous_row, 36)


def test_minutes_are_added_and_taken_but_not_below_what_is_played():
    longer = Clock().started().do(clock.add_minutes, 15, minutes=10)
    assert longer.left(15) == 15 * MINUTE
    assert longer.facts[-1] == TimeChanged(at(15), 0, 10)
    longer.do(clock.add_minutes, 16, minutes=-13)
    assert longer.left(16) == MINUTE
    with pytest.raises(Refused, match="Only 1:00 minutes are left"):
        longer.do(clock.add_minutes, 16, minutes=-1)
    with pytest.raises(Refused, match="Say how many"):
        longer.do(clock.add_minutes, 16, minutes=0)


def test_minutes_added_before_the_start_and_during_a_pause_count():
    longer = Clock().do(clock.add_minutes, 0, minutes=5).started()
    assert longer.left(0) == 25 * MINUTE
    longer.do(clock.pause, 10).do(clock.add_minutes, 11, minutes=-5)
    assert longer.left(99) == 10 * MINUTE


WRONG_MOVES = [
    (clock.resume, 5, {}, "running: it cannot resume"),
    (clock.back, 5, {}, "running: it cannot come back"),
    (clock.start, 5, {}, "already started"),
    (clock.break_now, 45, {}, "on a break: it cannot call a break"),
    (clock.take_hand, 5, {"minutes": 2}, "running"),
    (clock.pause, 5, {"minutes": 0}, "at least one minute"),
    (clock.break_now, 5, {"minutes": -1}, "at least one minute"),
]


@pytest.mark.parametrize(("step", "minute", "how", "said"), WRONG_MOVES)
def test_a_wrong_move_is_refused_in_a_sentence(step, minute, how, said):
    with pytest.raises(Refused, match=said):
        Clock().started().do(step, minute, **how)


@pytest.mark.parametrize("step", [clock.pause, clock.resume, clock.next_row, clock.previous_row])
def test_nothing_moves_before_the_start_or_after_the_finish(step):
    with pytest.raises(Refused, match="not started"):
        Clock().do(step, 0)
    with pytest.raises(Refused, match="finished"):
        Clock().started().do(clock.finish, 5, reason="done").do(step, 6)


def test_a_schedule_that_cannot_be_played_never_gets_a_clock():
    with pytest.raises(Refused, match="at least one minute"):
        clock.waiting(Schedule((Level(0, blinds=(25, 50)),)))


def test_undo_is_as_if_the_action_had_never_been():
    running = Clock().started()
    before = running.state
    paused, _ = clock.pause(SMALL, before, at(5))
    assert paused.phase is Phase.PAUSED
    undone, facts = clock.undo(SMALL, before, at(25))
    assert undone == running.do(clock.advance_due, 25).state
    assert facts == (LevelStarted(at(20), 1),)


def test_a_device_with_a_slow_clock_cannot_turn_time_back():
    moved = Clock().started().do(clock.next_row, 10).do(clock.pause, 4)
    assert moved.left(10) == 20 * MINUTE
    assert moved.facts[-1] == PlayStopped(at(10), 1, "")


def test_what_is_to_come_is_shown_by_the_clock_on_the_wall():
    paused = Clock().started().do(clock.pause, 5)
    shown = clock_reading.upcoming(SMALL, paused.state, at(30))
    assert [line.starts_at for line in shown] == [at(45), at(65), at(75)]
