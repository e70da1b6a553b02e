"""The clock: it never drifts, never runs backwards, and never loses a minute."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clock import clock, clock_reading, clock_state
from engine.clock.clock_state import (
    BreakStarted,
    LastLevelStayed,
    LevelStarted,
    Phase,
    PlayFinished,
    PlayResumed,
    PlayStopped,
    RaceOffFellDue,
    TimeChanged,
    WindowClosed,
    WindowOpened,
)
from engine.refusal import Refused
from engine.schedule import built_in_schedules as built_in
from engine.schedule.schedule import Break, Doubling, Level, Schedule, Window
from tests.engine.strategies import any_schedule

NOON = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
SMALL = Schedule(
    (
        Level(20, blinds=(25, 50)),
        Level(20, blinds=(50, 100), race_offs=(25,), ends_rebuys=True, top_up=True),
        Break(10),
        Level(30, blinds=(100, 200)),
    ),
    Doubling(15),
    windows=(Window("Rebuys", 0, 40), Window("The top-up", 40, 55)),
)
STAYS = Schedule((Level(10, blinds=(10, 20)), Level(10, blinds=(15, 30))))


def at(minutes: float) -> datetime:
    return NOON + minutes * MINUTE


class Clock:
    """A clock in a test: each step keeps the state and gathers the facts."""

    def __init__(self, schedule=SMALL, **ends):
        self.schedule, self.facts = schedule, []
        self.state = clock.waiting(schedule, **ends)

    def do(self, step, minute, **how):
        self.state, facts = step(self.schedule, self.state, at(minute), **how)
        self.facts += facts
        return self

    def started(self):
        return self.do(clock.start, 0)

    @property
    def blinds(self):
        return self.schedule.level(self.state.index).blinds

    def left(self, minute):
        return clock_reading.remaining(self.state, at(minute))


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


# Breaks and pauses.

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


# What is sold, and until when.

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


# Skipping, changing, undoing.


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


def test_what_is_to_come_is_shown_by_the_clock_on_the_wall():
    paused = Clock().started().do(clock.pause, 5)
    shown = clock_reading.upcoming(SMALL, paused.state, at(30))
    assert [line.starts_at for line in shown] == [at(45), at(65), at(75)]


# The end of play.


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


# Properties.

STEPS = [
    (clock.pause, {"reason": "dispute"}),
    (clock.pause, {"minutes": 2}),
    (clock.resume, {}),
    (clock.break_now, {}),
    (clock.break_now, {"minutes": 7}),
    (clock.back, {}),
    (clock.next_row, {}),
    (clock.previous_row, {}),
    (clock.add_minutes, {"minutes": 3}),
    (clock.add_minutes, {"minutes": -2}),
    (clock.take_hand, {"minutes": 2}),
    (clock.advance_due, {}),
    ("undo", {}),
]


def any_story() -> st.SearchStrategy[list[Any]]:
    """Steps a director and the workers take, each some seconds after the one before."""
    return st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 2400)), max_size=12)


def told(schedule, story):
    """Play a story; yields the state, the facts and the moment after each lawful step."""
    state, facts = clock.start(schedule, clock.waiting(schedule), NOON)
    now, before = NOON, state
    yield state, facts, now
    for (step, how), seconds in story:
        now += seconds * SECOND
        try:
            if step == "undo":
                after, facts = clock.undo(schedule, before, now)
            else:
                after, facts = step(schedule, state, now, **how)
        except Refused:
            continue
        before, state = state, after
        yield state, facts, now


@given(any_schedule(), any_story())
@settings(max_examples=150)
def test_the_ledger_of_minutes_stays_whole_through_any_story(schedule, story):
    for state, _, now in told(schedule, story):
        total = clock_reading.played(state, now) + clock_reading.rested(state, now)
        assert total == now - NOON == clock_reading.real_time(state, now)


@given(any_schedule(), any_story())
@settings(max_examples=150)
def test_time_never_runs_backwards(schedule, story):
    last = NOON
    for (step, _), _ in story:
        if step == "undo":
            return
    for state, facts, now in told(schedule, story):
        moments = [fact.at for fact in facts]
        assert moments == sorted(moments)
        assert all(last <= moment <= now for moment in moments)
        assert state.since is not None
        assert state.since <= now
        last = max([last, *moments])


@given(any_schedule(), any_story(), st.integers(0, 3000), st.lists(st.integers(0, 3000)))
@settings(max_examples=150)
def test_catching_up_over_any_outage_equals_an_undisturbed_clock(schedule, story, end, visits):
    *_, (state, _, now) = told(schedule, story)
    finish = now + end * SECOND
    at_once = clock.advance_due(schedule, state, finish)
    facts: list[clock_state.Fact] = []
    for visit in sorted(visit for visit in visits if visit < end):
        state, more = clock.advance_due(schedule, state, now + visit * SECOND)
        facts += more
    state, more = clock.advance_due(schedule, state, finish)
    assert (state, (*facts, *more)) == at_once


@given(any_schedule(), st.lists(st.tuples(st.integers(1, 900), st.integers(1, 900)), max_size=8))
@settings(max_examples=150)
def test_pausing_costs_no_play_and_the_level_is_the_schedules_at_that_play(schedule, pauses):
    state, _ = clock.start(schedule, clock.waiting(schedule), NOON)
    now = NOON
    for play, rest in pauses:
        now += play * SECOND
        state, _ = clock.pause(schedule, state, now)
        now += rest * SECOND
        state, _ = clock.resume(schedule, state, now)
    state, _ = clock.advance_due(schedule, state, now)
    if state.phase is Phase.PLAYING:
        assert state.index == schedule.index_at(clock_reading.played(state, now))


@given(any_schedule(), any_story())
def test_a_state_survives_json(schedule, story):
    for state, _, _ in told(schedule, story):
        plain = json.loads(json.dumps(clock_state.to_plain(state)))
        assert clock_state.from_plain(plain) == state


# -- armed -----------------------------------------------------------------------------------------


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
