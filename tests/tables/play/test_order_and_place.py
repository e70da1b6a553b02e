"""Who shows first, how far a seat is from the button, and what counts as a hand."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client

from engine.clock.clock_state import Phase
from engine.structure import presets
from tables.models import HandRecord, Table
from tables.play.queries import hands
from tests.factories import (
    hand_at,
    house_browser,
    offered,
    refreshed,
    running,
    set_stacks,
    table_of,
    tablet_browser,
    tap,
)
from tournament.clock.queries import clock as clock_queries
from tournament.models import Bust

pytestmark = pytest.mark.django_db
DRAW = replace(presets.get("canberra-b"), starting_stack=5000, min_players=2)
STUD = replace(presets.get("canberra-d"), starting_stack=5000, min_players=2)
FOURS = replace(presets.get("fours"), starting_stack=1000, min_players=2)
CHARITY = replace(presets.get("charity"), starting_stack=2000, min_players=2)


def fold_out(tablet: Client, table: Table) -> None:
    """Everybody folds to the last one."""
    while not hand_at(table).is_over:
        assert tap(tablet, table, "fold", seat=hand_at(table).actor).status_code == 200


# -- opening ---------------------------------------------------------------------------------------


@pytest.mark.rule("canberra:D.1.2")
def test_the_tablet_offered_to_open_in_stud_to_one_who_was_all_in_and_refused_it():
    table = table_of(running(4, preset=STUD))
    set_stacks(table, {1: 5, 2: 9995})
    tablet = tablet_browser(table)
    page = tap(tablet, table, "start_hand").content.decode()
    assert hand_at(table).stacks[1] == 0
    assert re.findall(r'data-command="opener"\s+data-seat="(\d)"', page) == ["2", "3", "4"]


# -- showing ---------------------------------------------------------------------------------------


@pytest.mark.rule("canberra:12.1")
def test_a_checked_draw_hand_was_shown_from_the_buck_instead_of_from_its_opener():
    table = table_of(running(4, preset=DRAW))
    tablet = tablet_browser(table)
    answer = tap(tablet, table, "start_hand")
    opener = hand_at(table).actor
    assert opener != hand_at(table).marker
    while offered(table).phase != "show":
        now = offered(table)
        if now.phase == "draw":
            answer = tap(tablet, table, "draw", seat=now.seat, count=0)
        else:
            kind = next(k for k in ("check", "stand", "call") if getattr(now, k).is_allowed)
            answer = tap(tablet, table, kind, seat=now.seat)
    assert f"Seat <b>{opener}</b> shows" in answer.content.decode()


@pytest.mark.rule("canberra:12.1")
def test_a_checked_stud_hand_was_shown_from_the_buck_instead_of_from_its_opener():
    table = table_of(running(4, preset=STUD))
    tablet = tablet_browser(table)
    answer = tap(tablet, table, "start_hand")
    opener = hand_at(table).order[2]
    while offered(table).phase != "show":
        now = offered(table)
        if now.phase == "opener":
            answer = tap(tablet, table, "opener", seat=opener)
        elif now.phase == "deal":
            answer = tap(tablet, table, "street")
        elif now.check.is_allowed or now.call.is_allowed:
            kind = "check" if now.check.is_allowed else "call"
            answer = tap(tablet, table, kind, seat=now.seat)
        else:
            least = now.raising.least
            answer = tap(tablet, table, "raise_to", seat=now.seat, amount=least)
    assert f"Seat <b>{opener}</b> shows" in answer.content.decode()


# -- the distance from the button ------------------------------------------------------------------


@pytest.mark.rule("adelaide:99c-4")
def test_a_seat_across_the_last_one_was_a_seat_farther_from_the_button():
    cup = running(8, seats=4)
    first, second = table_of(cup, 1), table_of(cup, 2)
    tablets = {1: tablet_browser(first), 2: tablet_browser(second)}
    for _ in range(3):  # the button goes from seat 1 to the last seat
        tap(tablets[1], first, "start_hand")
        fold_out(tablets[1], first)
    equal = dict.fromkeys((1, 2, 3, 4), 1000)
    set_stacks(first, equal)
    house_browser().post(f"/t/{cup.code}/hand-for-hand/", {"minutes": 2})
    out = {1: (1, 4), 2: (3, 1)}  # the seat that goes out, and where its button is
    for table in (first, second):
        tap(tablets[table.number], table, "start_hand")
        assert hand_at(table).marker == out[table.number][1]
        _goes_out(tablets[table.number], table, out[table.number][0])
    busts = {bust.table_number: bust for bust in Bust.standing.all()}
    assert busts[1].order == busts[2].order, "they went out together, with as much"
    assert busts[1].chips_put_in == busts[2].chips_put_in
    assert (busts[1].seats_from_marker, busts[2].seats_from_marker) == (1, 2)
    page = house_browser().get(f"/t/{cup.code}/places/").content.decode()
    assert page.count("Adelaide rule 99(c)") == 2, "by that they are placed, and nobody rules"
    names = [busts[number].entry.name for number in (1, 2)]
    assert page.index(names[0]) < page.index(names[1])


def _goes_out(tablet: Client, table: Table, seat: int) -> None:
    """This seat and one more go all-in; the others fold, and this one loses."""
    winner = next(one for one in hand_at(table).order if one != seat)
    while (actor := hand_at(table).actor) >= 0:
        kind = "all_in" if actor in (seat, winner) else "fold"
        if tap(tablet, table, kind, seat=actor).status_code != 200:
            tap(tablet, table, "call", seat=actor)
    house_browser().post(f"/t/{table.tournament.code}/tables/{table.number}/turn-up/")
    while offered(table).phase == "deal":
        tap(tablet, table, "skip_board")
    tap(tablet, table, "award", pot=0, winners=[winner])
    assert hand_at(table).is_over


# -- what counts as a hand -------------------------------------------------------------------------


@pytest.mark.rule("fours:dead-button-1")
def test_a_hand_without_a_small_blind_that_all_folded_counted_as_a_misdeal():
    cup = running(4, preset=FOURS)
    table = table_of(cup)
    tablet = tablet_browser(table)
    tap(tablet, table, "start_hand")
    big = hand_at(table).blind_seats[1]
    tap(tablet, table, "undo")
    others = [seat for seat in hand_at(table).seats if seat != big]
    set_stacks(table, {big: 20, others[0]: 1980})
    tap(tablet, table, "start_hand")
    _goes_out(tablet, table, big)
    sent = {"hands": 1, "command_id": str(uuid4())}
    assert house_browser().post(f"/t/{cup.code}/last-hands/", sent).status_code == 302
    tap(tablet, table, "start_hand")
    assert hand_at(table).blind_seats[0] == big, "nobody posts the small blind"
    fold_out(tablet, table)
    record = HandRecord.objects.filter(table=table).latest("number")
    assert (record.pot, bool(record.winners)) == (0, True)
    assert clock_queries.state_of(refreshed(cup).clock).phase is Phase.FINISHED


# -- the button after an elimination round ---------------------------------------------------------


@pytest.mark.rule("charity:11.5")
def test_the_button_passed_over_a_first_blind_whom_the_elimination_round_sent_out():
    cup = running(4, preset=CHARITY)
    table = table_of(cup)
    tablet = tablet_browser(table)
    sent = {"kind": "elimination", "table": "1", "announced": "yes", "command_id": str(uuid4())}
    house_browser().post(f"/t/{cup.code}/rounds/call/", sent)
    tap(tablet, table, "start_hand")
    first = hand_at(table).blind_seats[0]
    fold_out(tablet, table)
    stacks = {seat.seat: seat.entry.stack for seat in hands.seated(table)}
    richer = next(seat for seat in stacks if seat != first)
    set_stacks(table, {first: 100, richer: stacks[first] + stacks[richer] - 100})
    assert tap(tablet, table, "draw_elimination").status_code == 200
    assert first not in [seat.seat for seat in hands.seated(table)]
    tap(tablet, table, "start_hand")
    assert hand_at(table).marker == first, "the button lies on the vacated seat"
