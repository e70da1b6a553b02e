"""Late players, early leavers, and the optional clock on decisions."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.conduct import shot_clock
from engine.conduct.shot_clock import ShotClock
from engine.entries import entry_rules
from engine.entries.law import LateEntry
from engine.refusal import Refused
from tests.refusals import clause_of

NOON = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        pytest.param("charity", "charity:3.2(f)", marks=pytest.mark.rule("charity:3.2(f)")),
        ("adelaide", "adelaide:88j"),
        ("canberra", "canberra:8.4"),
    ],
)
def test_an_entry_outside_the_stated_window_is_refused(book, clause):
    check = entry_rules.check_late_entry
    check(LateEntry(has_started=False), rulebook=book)
    check(LateEntry(has_started=True, at=59 * MINUTE, window_minutes=60), rulebook=book)
    late = LateEntry(has_started=True, at=60 * MINUTE, window_minutes=60)
    assert clause_of(check, late, rulebook=book) == clause
    assert clause_of(check, LateEntry(has_started=True), rulebook=book) == clause


@pytest.mark.rule("igr:5.05(d)")
def test_igr_sells_no_ticket_after_the_start_whatever_is_agreed():
    check = entry_rules.check_late_entry
    check(LateEntry(has_started=False), rulebook="igr")
    late = LateEntry(has_started=True, window_minutes=60, is_approved=True)
    assert clause_of(check, late, rulebook="igr") == "igr:5.05(d)"


@pytest.mark.rule("fours:late-1")
def test_4s_seats_late_only_who_promised_and_only_if_the_director_chooses():
    check = entry_rules.check_late_entry
    check(LateEntry(has_started=False), rulebook="fours")
    check(LateEntry(has_started=True, has_committed=True, is_approved=True), rulebook="fours")
    for late in (
        LateEntry(has_started=True, is_approved=True),
        LateEntry(has_started=True, has_committed=True),
    ):
        assert clause_of(check, late, rulebook="fours") == "fours:late-1"


def test_who_is_not_seated_at_the_start_is_a_no_show():
    assert entry_rules.no_shows({1: True, 2: False, 3: False}) == (2, 3)


def test_a_time_bank_lengthens_the_decision_until_none_is_left():
    clock = ShotClock(seconds=30, bank_seconds=20, banks=2)
    shot_clock.check(clock)
    assert shot_clock.ends_at(clock, turn_began_at=NOON) == NOON + timedelta(seconds=30)
    longer = shot_clock.ends_at(clock, turn_began_at=NOON, banks_used_now=1)
    assert longer == NOON + timedelta(seconds=50)
    shot_clock.check_use_bank(clock, used=1, is_up=False)
    with pytest.raises(Refused, match="No time bank"):
        shot_clock.check_use_bank(clock, used=2, is_up=False)


@pytest.mark.parametrize(
    "wrong", [ShotClock(seconds=4), ShotClock(bank_seconds=0), ShotClock(banks=-1)]
)
def test_a_clock_nobody_could_play_by_is_refused(wrong):
    with pytest.raises(Refused, match=r"five seconds|time banks"):
        shot_clock.check(wrong)
