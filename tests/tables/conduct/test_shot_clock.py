"""A clock on every decision: counted by the tablet, lengthened by banks, ended by a tap."""

from datetime import timedelta

import pytest

from engine.conduct import shot_clock
from engine.conduct.shot_clock import ShotClock, Stop
from engine.hand import commands
from engine.refusal import Refused
from engine.structure import presets
from tables.conduct.queries import shot_clock as queries
from tables.conduct.services import timing
from tables.models import Table, TimeBank
from tables.play.queries.pictures import Reading
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    deal,
    do,
    fold_round,
    hand_at,
    house_director,
    refreshed,
    request,
    running,
    signed_in,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tests.markup import one_line
from tournament.clock.services import clock
from tournament.models import Tournament
from tournament.records.queries import journal

THEN = NOW + MINUTE
THIRTY = ShotClock(seconds=30, bank_seconds=20, banks=2)


def later(seconds: int) -> timedelta:
    return timedelta(seconds=seconds)


def choose(cup: Tournament, wanted: ShotClock | None, *, now=NOW) -> None:
    timing.choose_shot_clock(
        tournament_id=cup.pk, clock=wanted, actor=DIRECTOR, now=now, reason="too slow"
    )


@pytest.fixture
def table(db: None) -> Table:
    cup = running(3)
    choose(cup, THIRTY)
    found = table_of(cup)
    deal(found, now=THEN)
    return table_of(cup)


def picture(table: Table, seconds: int):
    return queries.picture(Reading(table_of(table.tournament)), now=THEN + later(seconds))


def test_what_the_clock_stood_is_not_counted():
    stood = Stop(NOW + later(10), NOW + later(40))
    ends = shot_clock.ends_at(THIRTY, turn_began_at=NOW, stops=(stood,))
    assert ends == NOW + later(60)
    still = shot_clock.ends_at(THIRTY, turn_began_at=NOW, stops=(Stop(NOW + later(10)),))
    assert still is None


def test_banks_are_given_anew_at_a_level_and_at_the_final_table():
    anew = ShotClock(anew_at_level=5, anew_at_final_table=True)
    periods = [
        shot_clock.period(anew, level=level, is_final_table=final)
        for level, final in ((4, False), (5, False), (6, True))
    ]
    assert periods == [0, 1, 2]
    assert shot_clock.period(THIRTY, level=9, is_final_table=True) == 0


@pytest.mark.parametrize(
    "wrong", [ShotClock(seconds=601), ShotClock(banks=21), ShotClock(anew_at_level=-1)]
)
def test_a_clock_nobody_can_play_by_is_refused(wrong: ShotClock):
    with pytest.raises(Refused):
        shot_clock.check(wrong)


def test_each_decision_has_its_time_and_a_bank_lengthens_it(table: Table):
    seat = hand_at(table).actor
    shown = picture(table, 12)
    assert (shown.seat, shown.left, shown.banks) == (seat, 18, 2)
    timing.use_bank(request(table, now=THEN + later(25)), seat=seat)
    shown = picture(table, 25)
    assert (shown.left, shown.banks) == (25, 1)
    with pytest.raises(Refused, match="not up yet"):
        timing.expire(request(table, now=THEN + later(49)), seat=seat)
    timing.expire(request(table, now=THEN + later(50)), seat=seat)
    assert seat not in hand_at(table).in_hand()
    assert picture(table, 50).seat != seat
    names = [entry.name for entry in journal.newest_first(table.tournament_id)]
    assert "time_bank.used" in names
    assert "time.expired" in names


def test_a_bank_is_for_the_player_in_turn_and_runs_out(table: Table):
    seat = hand_at(table).actor
    other = next(one for one in hand_at(table).in_hand() if one != seat)
    with pytest.raises(Refused, match="whose decision is timed"):
        timing.use_bank(request(table), seat=other)
    wish = request(table)
    for _ in range(2):
        timing.use_bank(wish, seat=seat)
    assert TimeBank.objects.count() == 1
    timing.use_bank(request(table), seat=seat)
    before = stored()
    with pytest.raises(Refused, match="No time bank is left"):
        timing.use_bank(request(table), seat=seat)
    assert stored() == before


def test_the_next_decision_begins_with_the_action_before_it(table: Table):
    do(table, commands.Call(hand_at(table).actor), now=THEN + later(20))
    assert picture(table, 25).left == 25


def test_a_dispute_stops_it_and_gives_the_time_back(table: Table):
    cup = table.tournament_id
    clock.act(tournament_id=cup, kind="pause", actor=DIRECTOR, now=THEN + later(10))
    assert picture(table, 40).left is None
    clock.act(tournament_id=cup, kind="resume", actor=DIRECTOR, now=THEN + later(100))
    assert picture(table, 100).left == 20


@pytest.mark.django_db
@pytest.mark.rule("charity:8.4")
def test_it_applies_only_to_hands_that_start_after_it_was_announced():
    cup = running(3, preset=presets.get("charity"))
    table = table_of(cup)
    deal(table, now=THEN)
    choose(cup, THIRTY, now=THEN + later(5))
    assert picture(table, 10) is None
    while not hand_at(table).is_over:
        do(table, commands.Fold(hand_at(table).actor))
    deal(table_of(cup), now=THEN + later(60))
    assert picture(table, 60).left == 30
    choose(cup, None, now=THEN + later(70))
    assert picture(table, 70) is None


def test_tablet_page_and_log(table: Table):
    tablet, director = tablet_browser(table), signed_in(house_director())
    seat = hand_at(table).actor
    page = one_line(tap(tablet, table, "time_bank", seat=seat).content.decode())
    assert "+ 20 s <small>(1)</small>" in page
    shown = one_line(director.get(f"/t/{table.tournament.code}/time/").content.decode())
    assert "30 seconds for each decision; 2 time banks of 20 seconds" in shown
    assert "used a time bank of 20 seconds" in shown
    where = f"/t/{table.tournament.code}/time/"
    wrong = director.post(where, {"seconds": 3, "banks": 2, "bank_seconds": 20})
    assert wrong.status_code == 409
    assert "at least five seconds" in wrong.content.decode()
    sent = {"seconds": 40, "banks": 1, "bank_seconds": 60, "anew_at_final_table": "on"}
    sent |= {"reason": "slow play"}
    assert director.post(where, sent).status_code == 302
    kept = queries.of(refreshed(table.tournament))
    assert kept == ShotClock(40, 60, 1, 0, anew_at_final_table=True)


def test_a_hand_of_another_evening_has_no_clock(db: None):
    table = table_of(running(3))
    fold_round(table)
    assert picture(table, 0) is None
