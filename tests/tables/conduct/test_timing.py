"""Time called on a player: how long, on whose word, and what happens when it is up."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from engine.hand import commands
from engine.referee.options import DEAL, Options
from engine.refusal import Refused
from engine.structure import presets
from engine.structure.law import Preset
from tables import tasks
from tables.conduct.queries import timing as queries
from tables.conduct.services import timing
from tables.models import Table
from tables.play.queries.pictures import Reading
from tables.play.services import undoing
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    deal,
    do,
    hand_at,
    house_director,
    offered,
    request,
    running,
    signed_in,
    stored,
    table_of,
    tablet_actor,
    tablet_browser,
    tap,
)
from tournament.clock.services import clock
from tournament.records.queries import journal

pytestmark = pytest.mark.django_db
THEN = NOW + MINUTE


def dealt(preset: Preset) -> Table:
    players = 10 if preset.rulebook == "canberra" else 4
    table = table_of(running(players, preset=replace(preset, starting_stack=5000)))
    deal(table)
    return table


@pytest.fixture
def table() -> Table:
    return dealt(presets.get("adelaide-no-limit"))


def later(seconds: int) -> timedelta:
    return timedelta(seconds=seconds)


def call(table: Table, **more) -> int:
    seat = hand_at(table).actor
    timing.call(request(table), seat=seat, **more)
    return seat


@pytest.mark.rule("adelaide:52")
def test_a_minute_and_ten_seconds_then_the_hand_is_dead(table: Table):
    seat = call(table)
    with pytest.raises(Refused, match="not up yet"):
        timing.expire(request(table, now=THEN + later(69)), seat=seat)
    timing.expire(request(table, now=THEN + later(70)), seat=seat)
    assert seat not in hand_at(table).in_hand()


def test_anybody_may_have_time_called_in_adelaide(table: Table):
    seat = hand_at(table).actor
    timing.call(request(table, actor=tablet_actor(table)), seat=seat)
    table.refresh_from_db()
    assert queries.running(table, hand_at(table)) is not None


@pytest.mark.rule("canberra:4.7")
def test_only_the_director_calls_time_in_canberra():
    table = dealt(presets.get("canberra-e"))
    seat = hand_at(table).actor
    before = stored()
    with pytest.raises(Refused, match="Only the director"):
        timing.call(request(table, actor=tablet_actor(table)), seat=seat)
    assert stored() == before
    timing.call(request(table, actor=DIRECTOR), seat=seat)
    timing.expire(request(table, now=THEN + later(90)), seat=seat)
    assert seat not in hand_at(table).in_hand()


@pytest.mark.rule("charity:8.5")
def test_the_director_sets_the_time_in_charity():
    table = dealt(presets.get("charity"))
    with pytest.raises(Refused, match="sets how long"):
        call(table)
    seat = call(table, seconds=30)
    picture = queries.picture(Reading(table_of(table.tournament)), now=THEN)
    assert picture is not None
    assert (picture.left, picture.ends) == (30, "Time is up: fold the hand")
    timing.expire(request(table, now=THEN + later(30)), seat=seat)
    assert seat not in hand_at(table).in_hand()


def test_time_runs_on_the_player_in_turn_only(table: Table):
    wrong = next(seat for seat in hand_at(table).in_hand() if seat != hand_at(table).actor)
    before = stored()
    with pytest.raises(Refused, match="whose turn"):
        timing.call(request(table), seat=wrong)
    assert stored() == before


def test_time_is_not_called_on_a_player_who_has_folded(table: Table):
    seat = hand_at(table).actor
    do(table, commands.Fold(seat))
    before = stored()
    with pytest.raises(Refused, match="whose turn"):
        timing.call(request(table), seat=seat)
    assert stored() == before


def stop(table: Table, seconds: int, kind: str = "pause") -> None:
    clock.act(
        tournament_id=table.tournament_id, kind=kind, actor=DIRECTOR, now=THEN + later(seconds)
    )


def test_a_stop_before_the_time_is_up_gives_it_back(table: Table):
    seat = call(table)
    stop(table, 20)
    shown = queries.picture(Reading(table_of(table.tournament)), now=THEN + later(50))
    assert shown is not None
    assert (shown.left, shown.ends_at_ms) == (50, None)
    stop(table, 60, "resume")
    assert timing.expire_due(now=THEN + later(70)) == 0
    with pytest.raises(Refused, match="not up yet"):
        timing.expire(request(table, now=THEN + later(109)), seat=seat)
    assert timing.due_within(now=THEN + later(70), until=THEN + later(120)) == [THEN + later(110)]
    assert timing.expire_due(now=THEN + later(200)) == 1
    assert seat not in hand_at(table).in_hand()


def test_a_time_that_would_be_up_while_play_stands_ends_by_itself_after_it_goes_on(table: Table):
    seat = call(table)
    stop(table, 60)
    assert timing.expire_due(now=THEN + later(100)) == 0
    stop(table, 300, "resume")
    assert timing.expire_due(now=THEN + later(309)) == 0
    assert timing.expire_due(now=THEN + later(310)) == 1
    assert seat not in hand_at(table).in_hand()


@pytest.mark.rule("adelaide:52")
def test_time_called_ends_by_itself_at_its_due_time_and_once(table: Table):
    seat = call(table)
    due = THEN + later(70)
    assert timing.expire_due(now=due - later(1)) == 0
    assert timing.due_within(now=due - later(1), until=due) == [due]
    assert timing.expire_due(now=due + 5 * MINUTE) == 1
    assert seat not in hand_at(table).in_hand()
    assert timing.expire_due(now=due + 5 * MINUTE) == 0
    (told,) = [e for e in journal.newest_first(table.tournament_id) if e.name == "time.expired"]
    assert (told.at, told.by) == (due, "clockwork")


def test_the_sweep_sets_a_nudge_at_the_due_time_and_the_nudge_ends_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    seat = call(table)
    due, nudged = THEN + later(70), []
    monkeypatch.setattr(tasks.nudge, "apply_async", lambda **when: nudged.append(when["eta"]))
    monkeypatch.setattr(timezone, "now", lambda: due - later(1))
    tasks.expire_times()
    tasks.expire_times()
    assert nudged == [due]
    monkeypatch.setattr(timezone, "now", lambda: due)
    tasks.nudge()
    assert seat not in hand_at(table).in_hand()


def test_a_player_who_acted_before_a_late_worker_came_was_in_time(table: Table):
    seat = call(table)
    do(table, commands.Call(seat))
    assert timing.expire_due(now=THEN + 5 * MINUTE) == 0
    assert seat in hand_at(table).in_hand()
    assert table_of(table.tournament).time_due_at is None


@pytest.mark.rule("tda2024:R29")
def test_facing_no_bet_the_player_checks_when_the_time_is_up():
    table = dealt(replace(presets.get("fours"), min_players=2))
    while hand_at(table).street == 0:
        offer = offered(table)
        do(table, _pass(offer))
    seat = call(table, seconds=60)
    timing.expire_due(now=THEN + later(60))
    assert seat in hand_at(table).in_hand()
    assert hand_at(table).actor != seat


def _pass(offer: Options) -> commands.Command:
    seat = offer.seat or 0
    if offer.phase == DEAL:
        return commands.DealBoard()
    if offer.check.is_allowed:
        return commands.Check(seat)
    return commands.Stand(seat) if offer.stand.is_allowed else commands.Call(seat)


def test_where_the_director_only_may_fold_the_hand_nothing_happens_by_itself():
    table = dealt(presets.get("charity"))
    seat = call(table, seconds=30)
    assert timing.expire_due(now=THEN + 5 * MINUTE) == 0
    assert seat in hand_at(table).in_hand()


def test_while_play_is_stopped_nobodys_time_runs_out_by_itself(table: Table):
    seat = call(table)
    clock.act(tournament_id=table.tournament_id, kind="pause", actor=DIRECTOR, now=THEN + later(9))
    assert timing.expire_due(now=THEN + 5 * MINUTE) == 0
    assert seat in hand_at(table).in_hand()


def test_an_action_stops_the_clock(table: Table):
    seat = call(table)
    do(table, commands.Call(seat))
    assert queries.running(table, hand_at(table)) is None
    with pytest.raises(Refused, match="on the clock"):
        timing.expire(request(table, now=THEN + 5 * MINUTE), seat=seat)


def test_an_action_taken_back_is_still_on_the_clock(table: Table):
    seat = call(table)
    do(table, commands.Call(seat))
    undoing.undo(request(table))
    table.refresh_from_db()
    assert queries.running(table, hand_at(table)) is not None


def test_time_called_twice_by_one_tap_counts_once(table: Table):
    wish = request(table)
    seat = hand_at(table).actor
    for _ in range(2):
        timing.call(wish, seat=seat)
    lines = [entry.name for entry in journal.newest_first(table.tournament_id)]
    assert lines.count("time.called") == 1


@pytest.mark.rule("adelaide:52-2")
def test_the_tablet_offers_it_for_the_player_in_turn_counts_down_and_any_action_stops_it(
    table: Table,
):
    tablet = tablet_browser(table)
    seat = hand_at(table).actor
    other = next(one for one in hand_at(table).in_hand() if one != seat)
    elsewhere = f"/t/{table.tournament.code}/tables/1/seat/{other}/"
    assert "Call time" not in tablet.get(elsewhere).content.decode()
    where = f"/t/{table.tournament.code}/tables/1/seat/{seat}/"
    assert "Call time: 70 s" in tablet.get(where).content.decode()
    page = tap(tablet, table, "call_time", seat=seat).content.decode()
    assert "Time is up: the hand is dead" in page
    assert "Call time" not in tablet.get(where).content.decode()
    assert tap(tablet, table, "time_expired", seat=seat).status_code == 409
    page = tap(tablet, table, "call", seat=seat).content.decode()
    assert "Time is up: the hand is dead" not in page


def test_where_only_the_director_may_the_tablet_asks_the_floor():
    table = dealt(presets.get("canberra-e"))
    where = f"/t/{table.tournament.code}/tables/1/seat/{hand_at(table).actor}/"
    assert "Time: ask the floor" in tablet_browser(table).get(where).content.decode()


def test_the_director_is_offered_some_lengths_where_the_book_names_none():
    table = dealt(presets.get("charity"))
    where = f"/t/{table.tournament.code}/tables/1/seat/{hand_at(table).actor}/"
    assert "Time: 60 s" in signed_in(house_director()).get(where).content.decode()
