"""Sessions: their ends, who goes on, and the hours they may be played in."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from engine import rulebooks
from engine.entries import sessions
from engine.entries.sessions import LicensedHours, SessionEnd
from engine.prizes import placings
from engine.prizes.law import Bust
from engine.prizes.placings import Survivor
from engine.refusal import Refused
from tests.refusals import clause_of

REGINA = ZoneInfo("America/Regina")
SATURDAY_NOON = datetime(2026, 3, 7, 12, 0, tzinfo=REGINA)
SUNDAY_NOON = SATURDAY_NOON + timedelta(days=1)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


@pytest.mark.rule("adelaide:88h")
def test_the_house_sets_the_duration_before_the_session_starts():
    end = SessionEnd(minutes=90)
    sessions.check_end(end, rulebook="adelaide", has_started=False)
    clause = clause_of(sessions.check_end, end, rulebook="adelaide", has_started=True)
    assert clause == "adelaide:88h"


@pytest.mark.rule("igr:1.01(c)")
def test_an_igr_tournament_needs_a_finishing_time_before_it_starts():
    without = SessionEnd()
    clause = clause_of(sessions.check_end, without, rulebook="igr", has_started=False)
    assert clause == "igr:1.01(c)"
    end = SessionEnd(finishing_time=SATURDAY_NOON + 8 * HOUR)
    sessions.check_end(end, rulebook="igr", has_started=False)


@pytest.mark.parametrize(
    "end", [SessionEnd(minutes=0), SessionEnd(hands=0), SessionEnd(players_left=0)]
)
def test_an_end_that_makes_no_sense_is_refused(end):
    with pytest.raises(Refused, match="least"):
        sessions.check_end(end, rulebook="charity", has_started=False)


# Who goes on.


@pytest.mark.rule("charity:1.1(session)(i)")
def test_winners_and_place_getters_of_a_session_advance():
    alive = [Survivor(1, 300), Survivor(2, 900)]
    standing = placings.standing(
        [Bust(3, 1), Bust(4, 2)], alive, order=rulebooks.get("charity").prizes.order.value
    )
    assert sessions.advancing(standing, 3) == (2, 1, 4)


def test_nobody_advances_over_an_open_question():
    alive = [Survivor(1, 500), Survivor(2, 500), Survivor(3, 100)]
    standing = placings.standing([], alive, order=rulebooks.get("adelaide").prizes.order.value)
    assert clause_of(sessions.advancing, standing, 1) == "adelaide:98"
    assert set(sessions.advancing(standing, 2)) == {1, 2}


# Closing a table.


def test_closing_a_table_needs_fifteen_minutes_notice_or_three_announced_hands():
    def close(book="adelaide", **how):
        told = {"closes_at": None, "hands_left": None, "now": SATURDAY_NOON}
        sessions.check_close_table(rulebooks.get(book).entries.notice, **{**told, **how})

    close(closes_at=SATURDAY_NOON)
    close(hands_left=0)
    close(is_emergency=True)
    close("charity")
    assert clause_of(close) == "adelaide:80"
    assert clause_of(close, closes_at=SATURDAY_NOON + MINUTE) == "adelaide:80"
    assert clause_of(close, hands_left=1) == "adelaide:80"


# Hours.

WEEKEND = [LicensedHours(SATURDAY_NOON - 12 * HOUR, SATURDAY_NOON + 48 * HOUR)]


def hours(start, length, licence=WEEKEND):
    sessions.check_hours(
        starts_at=start, finishes_at=start + length, licence=licence, rulebook="igr"
    )


@pytest.mark.rule("igr:5.07(a)(i)")
def test_play_lies_inside_the_hours_on_the_licence():
    licence = [LicensedHours(SATURDAY_NOON, SATURDAY_NOON + 6 * HOUR)]
    hours(SATURDAY_NOON, 6 * HOUR, licence)
    for start, length in ((SATURDAY_NOON - MINUTE, HOUR), (SATURDAY_NOON, 6 * HOUR + MINUTE)):
        assert clause_of(hours, start, length, licence) == "igr:5.07(a)(i)"


@pytest.mark.rule("igr:5.07(a)(ii)")
def test_a_tournament_lasts_ten_hours_at_most():
    hours(SATURDAY_NOON, 10 * HOUR)
    assert clause_of(hours, SATURDAY_NOON, 10 * HOUR + MINUTE) == "igr:5.07(a)(ii)"


@pytest.mark.rule("igr:5.07(a)(iii)")
def test_the_earliest_start_depends_on_the_day_and_all_is_over_by_two():
    hours(SATURDAY_NOON - 2.5 * HOUR, HOUR)
    hours(SUNDAY_NOON, HOUR)
    hours(SATURDAY_NOON + 12.5 * HOUR, HOUR)
    hours(SATURDAY_NOON + 6 * HOUR, 8 * HOUR)
    for start, length in (
        (SATURDAY_NOON - 2.5 * HOUR - MINUTE, HOUR),
        (SUNDAY_NOON - MINUTE, HOUR),
        (SATURDAY_NOON + 6 * HOUR, 8 * HOUR + MINUTE),
        (SATURDAY_NOON - 9 * HOUR, HOUR),
    ):
        assert clause_of(hours, start, length) == "igr:5.07(a)(iii)"


@pytest.mark.rule("igr:5.07(a)(iii)")
def test_no_hand_starts_at_or_after_the_limit():
    start, two = SATURDAY_NOON + 6 * HOUR, SATURDAY_NOON + 14 * HOUR

    def deal(now, finish, book="igr"):
        sessions.check_hand_in_hours(now, starts_at=start, finishes_at=finish, rulebook=book)

    deal(two - MINUTE, two)
    deal(two, two, "adelaide")
    for now, finish in ((two, two), (two, two + HOUR), (two - HOUR, two - HOUR)):
        assert clause_of(deal, now, finish) == "igr:5.07(a)(iii)"


def test_a_finish_before_the_start_is_refused():
    assert clause_of(hours, SATURDAY_NOON, -HOUR) == "igr:1.01(c)"


@pytest.mark.rule("charity:1.1(session)(ii)")
def test_a_deciding_session_fixes_its_winner_and_place_getters():
    busts = [Bust(1, 1), Bust(2, 2)]
    standing = placings.standing(
        busts, [Survivor(3, 900)], order=rulebooks.get("charity").prizes.order.value
    )
    assert [(p.entry, p.place) for p in standing.placings] == [(3, 1), (2, 2), (1, 3)]
    assert placings.is_final(standing)
