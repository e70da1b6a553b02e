"""Time called on a player, the level of a hand, absence and penalties."""

from datetime import UTC, datetime, timedelta

import pytest

from engine import rulebooks
from engine.clock.clock_state import Rest
from engine.conduct import absences, penalties, time_called
from engine.conduct.law import Kind, Outcome
from engine.conduct.time_called import WagerLimit
from tests.refusals import clause_of

NOON = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
ADELAIDE = rulebooks.get("adelaide")
LEAVING = rulebooks.get("fours").conduct.away_limit
LONGEST = LEAVING.value or timedelta(0)
SHARED = LEAVING.clause


def terms(book):
    return rulebooks.get(book).conduct.time_called


def called(book, *, seat=3, to_act=3, is_director=True, seconds=None):
    return time_called.call(
        terms(book), seat=seat, to_act=to_act, is_director=is_director, now=NOON, seconds=seconds
    )


@pytest.mark.rule("canberra:4.7")
def test_canberra_gives_ninety_seconds_from_the_director_and_folds_even_a_free_check():
    clock = called("canberra")
    assert clock.ends_at == NOON + 90 * SECOND
    assert time_called.outcome(terms("canberra").value, faces_bet=False) is Outcome.DEAD
    assert clause_of(called, "canberra", is_director=False) == "canberra:4.7"


@pytest.mark.rule("adelaide:52")
def test_adelaide_gives_sixty_seconds_and_then_ten_and_kills_even_a_free_check():
    clock = called("adelaide", is_director=False)
    assert clock.countdown_at == NOON + 60 * SECOND
    assert clock.ends_at == NOON + 70 * SECOND
    assert time_called.outcome(terms("adelaide").value, faces_bet=False) is Outcome.DEAD


def test_time_is_called_on_the_player_in_turn_only():
    assert called("adelaide", seat=3, to_act=3).seat == 3
    for to_act in (4, None):
        assert clause_of(called, "adelaide", seat=3, to_act=to_act) == "adelaide:52"


@pytest.mark.rule("igr:A.2(hh)")
def test_igr_gives_sixty_seconds_in_all_with_the_last_ten_counted_down():
    clock = called("igr")
    assert clock.countdown_at == NOON + 50 * SECOND
    assert clock.ends_at == NOON + 60 * SECOND
    assert time_called.outcome(terms("igr").value, faces_bet=False) is Outcome.DEAD
    assert clause_of(called, "igr", is_director=False) == "igr:A.2(hh)"


@pytest.mark.rule("fours:dead-hand-6")
def test_4s_kills_a_hand_that_faces_a_bet_after_the_time_the_director_set():
    assert called("fours", seconds=45).ends_at == NOON + 45 * SECOND
    assert time_called.outcome(terms("fours").value, faces_bet=True) is Outcome.DEAD
    assert time_called.outcome(terms("fours").value, faces_bet=False) is Outcome.CHECK
    for seconds in (None, 0):
        assert clause_of(called, "fours", seconds=seconds) == "fours:dead-hand-6"


@pytest.mark.rule("charity:8.4")
def test_a_charity_time_limit_counts_only_in_hands_that_start_after_the_notice():
    limit = WagerLimit(30, announced_at=NOON)
    assert not time_called.applies(limit, hand_started_at=NOON - SECOND)
    assert not time_called.applies(limit, hand_started_at=NOON)
    assert time_called.applies(limit, hand_started_at=NOON + SECOND)


@pytest.mark.rule("charity:8.5")
def test_a_charity_hand_may_be_folded_when_its_time_is_up_even_where_a_check_is_free():
    for faces_bet in (True, False):
        assert time_called.outcome(terms("charity").value, faces_bet=faces_bet) is Outcome.MAY_FOLD


@pytest.mark.rule("tda2024:R29")
@pytest.mark.parametrize("book", ["fours", "charity"])
def test_where_the_director_sets_the_time_the_tda_s_is_offered_twenty_five_and_five(book):
    assert (25, "25 + 5 s") in time_called.choices(terms(book).value)
    called = time_called.call(terms(book), seat=1, to_act=1, is_director=True, now=NOON, seconds=25)
    assert called.countdown_at == NOON + 25 * SECOND
    assert called.ends_at == NOON + 30 * SECOND
    assert time_called.choices(terms("canberra").value) == ()


@pytest.mark.rule("tda2024:R29")
def test_a_book_that_says_nothing_of_time_has_twenty_five_seconds_and_a_count_of_five():
    common = rulebooks.COMMON.conduct.time_called
    running = time_called.call(common, seat=1, to_act=1, is_director=False, now=NOON)
    assert running.countdown_at == NOON + 25 * SECOND
    assert running.ends_at == NOON + 30 * SECOND
    assert time_called.outcome(common.value, faces_bet=True) is Outcome.DEAD
    assert time_called.outcome(common.value, faces_bet=False) is Outcome.CHECK
    clause = clause_of(time_called.call, common, seat=2, to_act=1, is_director=True, now=NOON)
    assert clause == "tda2024:R29"


# Absence.


@pytest.mark.rule("fours:leave-4")
def test_after_twenty_minutes_away_the_chips_are_shared_among_the_table_between_hands():
    assert not absences.is_forfeit(NOON, NOON + 20 * MINUTE - SECOND, limit=LONGEST)
    assert absences.is_forfeit(NOON, NOON + 20 * MINUTE, limit=LONGEST)
    shared = absences.forfeit(900, (2, 4, 7), SHARED, unit=5, is_between_hands=True)
    assert shared.shares == {2: 300, 4: 300, 7: 300}
    clause = clause_of(absences.forfeit, 900, (2, 4), SHARED, unit=5, is_between_hands=False)
    assert clause == "fours:leave-4"


@pytest.mark.rule("fours:leave-5")
def test_odd_chips_of_a_forfeited_stack_go_to_the_bank():
    shared = absences.forfeit(1000, (2, 4, 7), SHARED, unit=5, is_between_hands=True)
    assert shared.shares == {2: 330, 4: 330, 7: 330}
    assert shared.to_bank == 10
    assert absences.forfeit(1000, (), SHARED, unit=5, is_between_hands=True).to_bank == 1000


def test_breaks_do_not_count_as_absence():
    rests = [Rest(NOON - 5 * MINUTE, NOON + 5 * MINUTE), Rest(NOON + 10 * MINUTE)]
    assert absences.away_for(NOON, NOON + 30 * MINUTE, rests) == 5 * MINUTE
    assert absences.forfeits_at(NOON, NOON + 30 * MINUTE, rests, limit=LONGEST) is None
    over = [rests[0], Rest(NOON + 10 * MINUTE, NOON + 18 * MINUTE)]
    assert absences.forfeits_at(NOON, NOON + 20 * MINUTE, over, limit=LONGEST) == NOON + 33 * MINUTE
    assert absences.away_for(NOON, NOON - MINUTE) == timedelta(0)


# Penalties.


@pytest.mark.rule("adelaide:106a")
def test_a_warning_has_no_effect_on_play():
    assert not penalties.is_serving(penalties.warning(ADELAIDE), now=NOON)


@pytest.mark.rule("adelaide:106b")
def test_time_away_is_five_ten_fifteen_twenty_or_thirty_minutes():
    for minutes in (5, 10, 15, 20, 30):
        given = penalties.time_away(minutes, ADELAIDE, now=NOON)
        assert penalties.is_serving(given, now=NOON + minutes * MINUTE - SECOND)
        assert not penalties.is_serving(given, now=NOON + minutes * MINUTE)
    for minutes in (0, 1, 25, 60):
        assert clause_of(penalties.time_away, minutes, ADELAIDE, now=NOON) == "adelaide:106b"


@pytest.mark.rule("adelaide:106c")
def test_hand_penalties_have_set_sizes_or_count_the_players_at_the_table():
    assert [penalties.missed_hands(n, ADELAIDE).hands_left for n in (3, 5, 10, 15, 20)] == [
        3,
        5,
        10,
        15,
        20,
    ]
    assert penalties.hands_per_player(3, ADELAIDE, players=8).hands_left == 24
    assert clause_of(penalties.missed_hands, 4, ADELAIDE) == "adelaide:106c"
    assert clause_of(penalties.hands_per_player, 4, ADELAIDE, players=8) == "adelaide:106c"
    assert clause_of(penalties.hands_per_player, 1, ADELAIDE, players=0) == "adelaide:106c"


@pytest.mark.rule("adelaide:106c-2")
def test_a_hand_penalty_drops_by_one_with_each_hand_until_the_player_may_return():
    given = penalties.missed_hands(3, ADELAIDE)
    for _ in range(3):
        assert penalties.is_serving(given, now=NOON)
        given = penalties.after_hand(given)
    assert not penalties.is_serving(given, now=NOON)
    assert penalties.after_hand(given).hands_left == 0


def test_a_disqualified_player_does_not_return():
    given = penalties.disqualification(ADELAIDE)
    assert given.kind is Kind.DISQUALIFICATION
    assert penalties.is_serving(given, now=NOON + timedelta(days=1))
