"""The clock never drifts, never runs backwards, and never loses a minute."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clock import clock, clock_reading, clock_state
from engine.clock.clock_state import (
    Phase,
)
from engine.refusal import Refused
from tests.engine.clock.clocks import NOON, SECOND
from tests.engine.strategies import any_schedule, row_in_force

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
        assert state.index == row_in_force(schedule, clock_reading.played(state, now))


@given(any_schedule(), any_story())
def test_a_state_survives_json(schedule, story):
    for state, _, _ in told(schedule, story):
        plain = json.loads(json.dumps(clock_state.to_plain(state)))
        assert clock_state.from_plain(plain) == state
