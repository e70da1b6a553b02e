"""The console: what needs somebody now, every table at a glance, and whether all adds up."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.html import escape

from tables.conduct.services import disputes
from tables.console.queries import console, table_tiles
from tables.console.queries.to_do import Press
from tables.models import Device, FloorCall, PairingCode, Seating
from tables.seating.queries import balance
from tables.views.console.devices import qr
from tests.factories import (
    DIRECTOR,
    NOW,
    WITH_REBUYS,
    all_in,
    award_to,
    bust_all_but,
    deal,
    fold_round,
    paired_tablet,
    refreshed,
    registering,
    request,
    running,
    seated,
    set_stacks,
    stored,
    table_of,
)
from tournament.clock.services import clock
from tournament.models import Bust, Entry

pytestmark = pytest.mark.django_db


def shown(cup) -> console.ConsolePicture:
    return console.picture(refreshed(cup), now=NOW)


def kinds(cup) -> list[str]:
    return [item.kind for item in console.queue(refreshed(cup))]


def pressed(director: Client, press: Press | None, **more: str):
    assert press is not None
    return director.post(press.url, {**press.fields, **more}, follow=True)


def test_it_says_what_comes_next_at_every_stage():
    assert (shown(registering(1)).can_draw, shown(registering(2)).can_draw) == (False, True)
    assert shown(seated(2)).can_start
    assert not shown(running(2)).can_start


def test_chips_issued_and_chips_held_are_compared_all_the_time():
    cup = running(3)
    assert shown(cup).ledger == console.ChipLedger(ok=True, issued=3000, in_play=3000, difference=0)
    Entry.objects.filter(number=1, tournament=cup).update(stack=1100)
    assert shown(cup).ledger == console.ChipLedger(
        ok=False,
        issued=3000,
        in_play=3100,
        difference=100,
    )


def test_a_player_without_a_seat_is_noticed():
    cup = running(3)
    Seating.objects.filter(seat=1).update(until=NOW)
    assert not shown(cup).count.ok


def test_every_table_is_a_card():
    cup = running(4, seats=2)
    table = table_of(cup, 1)
    paired_tablet(table)
    first, second = shown(cup).tables
    assert (first.players, first.seats, first.average, first.shortest) == (2, 2, 1000, 1000)
    assert first.tablet == table_tiles.Tablet(paired=True, silent=False)
    assert second.tablet == table_tiles.Tablet(paired=False, silent=False)
    assert len(first.names) == 2
    Device.objects.update(last_seen=NOW - timedelta(seconds=61))
    assert shown(cup).tables[0].tablet.silent


def test_a_hand_is_in_play_until_it_has_ended():
    cup = running(3)
    words = [shown(cup).tables[0].phase_words]
    deal(table_of(cup))
    words.append(shown(cup).tables[0].phase_words)
    all_in(table_of(cup))
    award_to(table_of(cup), 1)
    words.append(shown(cup).tables[0].phase_words)
    assert words == ["Between hands", "Hand in play", "Between hands"]


def test_the_version_grows_with_everything_that_can_be_seen():
    cup = running(3)
    seen = [shown(cup).version]
    table = table_of(cup)
    for change in (
        lambda: deal(table),
        lambda: disputes.call(request(table), reason=""),
        lambda: clock.act(tournament_id=cup.pk, kind="pause", actor=DIRECTOR, now=NOW),
    ):
        change()
        seen.append(shown(cup).version)
    assert seen == sorted(set(seen))


# -- the queue -------------------------------------------------------------------------------------


def test_a_quiet_evening_asks_nothing():
    cup = running(3)
    fold_round(table_of(cup))
    assert kinds(cup) == []


def test_a_rebuy_is_sold_or_declined_from_the_queue(director: Client):
    cup = running(2, preset=WITH_REBUYS)
    bust_all_but(table_of(cup), 1)
    item = console.queue(refreshed(cup))[0]
    assert item.kind == "rebuy"
    assert item.second is not None
    assert item.second.sure == f"Eliminate {item.text.split(' has ')[0]}?"
    answer = pressed(director, item.second)
    assert "Player eliminated." in answer.content.decode()
    assert refreshed(cup).state == "finished"


def test_a_table_that_can_be_broken_is_proposed_and_broken(director: Client):
    cup = running(7, seats=3)
    table = table_of(cup, 3)
    bust_all_but(table, table.seatings.all()[0].seat)
    assert kinds(cup) == ["break"]
    item = console.queue(refreshed(cup))[0]
    answer = pressed(director, item.form)
    assert "Table 3 broken; every player has a new seat." in answer.content.decode()
    assert kinds(cup) == ["transit"]
    assert len(shown(cup).tables) == 2


def test_a_move_is_proposed_and_accepted(director: Client):
    cup = running(16, seats=6)
    table = min(cup.tables.all(), key=lambda one: one.seatings.count())
    seats = sorted(table.seatings.values_list("seat", flat=True))
    set_stacks(table, dict(zip(seats, (200, 400, 600, 1900, 1900), strict=True)))
    deal(table)
    all_in(table)
    award_to(table, *seats)
    assert kinds(cup) == ["move"]
    [move] = balance.proposals(refreshed(cup))
    [item] = console.queue(refreshed(cup))
    assert item.detail.startswith("next big blind to the worst seat; ")
    assert item.detail.endswith(f"{move.name} has not moved yet (TDA 2024 rule 11-A)")
    assert pressed(director, item.form).status_code == 200
    assert sorted(one.players for one in shown(cup).tables) == [5, 5, 5]
    [coming] = console.queue(refreshed(cup))
    place = f"table {move.to_table}, seat {move.to_seat}"
    assert coming.text == f"{move.name} is in transit to {place}"
    count = shown(cup).count
    assert (count.in_transit, count.here, count.ok) == (1, 14, True)
    assert shown(cup).ledger.ok
    pressed(director, coming.form)
    assert kinds(cup) == []
    assert shown(cup).count.in_transit == 0


def test_a_call_is_answered_from_the_queue(director: Client):
    cup = running(3)
    disputes.call(request(table_of(cup)), reason="dispute")
    item = console.queue(cup)[0]
    pressed(director, item.form, ruling="stands")
    assert FloorCall.objects.get().ruling == "stands"


# -- its buttons -----------------------------------------------------------------------------------


def test_an_evening_is_begun_by_three_buttons(director: Client):
    cup = registering(3)
    for button, sentence in (
        ("draw/", "Seats drawn."),
        ("draw/clear/", "Draw cancelled"),
        ("draw/", "Seats drawn."),
        ("start/", "Shuffle up and deal"),
    ):
        answer = director.post(f"/t/{cup.code}/{button}", follow=True)
        assert sentence in answer.content.decode()
    assert refreshed(cup).state == "running"


@pytest.mark.parametrize(
    ("address", "body", "status", "why"),
    [
        ("moves/", {}, 422, "must be a whole number"),
        ("moves/", {"entry": 0, "table": 1, "seat": 1}, 409, "no seat"),
        ("moves/", {"entry": "x", "table": 1, "seat": 1}, 422, "must be a whole number"),
        ("moves/", {"entry": 1, "table": 1, "seat": 1, "reason": "\0x"}, 422, "cannot be stored"),
        ("desk/sell/", {"kind": "rebuy"}, 422, "must be a whole number"),
        ("desk/sell/", {"kind": "rebuy", "entry": 0, "command_id": uuid4()}, 409, "no seat"),
        ("rebuys/decline/", {"entry": 10**14}, 409, "no seat"),
        ("tables/7/break/", {}, 409, "Table 7 is not open"),
        ("reopen/", {}, 409, "not finished"),
        ("draw/", {}, 409, "cannot become"),
        ("draw/clear/", {}, 409, "No draw to cancel"),
        ("start/", {}, 409, "in play"),
        ("calls/1234567/", {}, 404, ""),
        ("devices/1234567/revoke/", {}, 404, ""),
        ("devices/1234567/show/", {}, 404, ""),
        ("devices/", {"kind": "tablet"}, 422, "Choose the table for this tablet"),
        ("devices/", {"kind": "toaster"}, 422, "toaster is not one of the available choices"),
        ("devices/", {"kind": "tablet", "table": 10**9}, 422, "That choice is not one of"),
    ],
)
def test_bad_input_is_answered_in_words_and_nothing_changes(director, address, body, status, why):
    cup = running(3)
    before = stored()
    answer = director.post(f"/t/{cup.code}/{address}", body)
    assert answer.status_code == status
    assert why in answer.content.decode()
    assert stored() == before


def test_devices_are_paired_shown_and_let_go_from_their_page(director: Client):
    cup = running(3)
    table = table_of(cup)
    body = {"kind": "tablet", "table": table.pk}
    page = director.post(f"/t/{cup.code}/devices/", body, follow=True).content.decode()
    code = page.split('"pair-code">')[1].split("<")[0]
    screen = Client()
    screen.post("/pair/", {"code": code})
    device = Device.objects.get()
    assert device.name in director.get(f"/t/{cup.code}/devices/").content.decode()
    page = director.post(f"/t/{cup.code}/devices/{device.pk}/revoke/", follow=True).content.decode()
    assert "is unpaired" in page
    assert screen.get("/device/").headers["Location"] == "/pair/"


@pytest.mark.parametrize("reached_by", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_a_tablet_is_paired_by_an_address_that_it_can_reach(director, settings, reached_by):
    settings.OUTWARD_URL = "http://192.168.1.5:8000/"
    cup = running(3)
    body = {"kind": "tablet", "table": table_of(cup).pk}
    director.post(f"/t/{cup.code}/devices/", body)
    code = PairingCode.objects.get().code
    page = director.get(f"/t/{cup.code}/devices/", headers={"host": reached_by}).content.decode()
    assert "<code>http://192.168.1.5:8000/pair/</code>" in page
    assert escape(qr(f"http://192.168.1.5:8000/pair/?code={code}")) in page
    assert "Only this machine can open that address" not in page
    page = director.get(f"/t/{cup.code}/devices/", headers={"host": "hall.local"}).content.decode()
    assert "<code>http://hall.local/pair/</code>" in page


def test_a_machine_that_serves_itself_alone_says_so_where_tablets_are_paired(director, settings):
    settings.OUTWARD_URL = ""
    page = director.get(f"/t/{running(3).code}/devices/", headers={"host": "localhost:8000"})
    assert "Only this machine can open that address" in page.content.decode()


def test_a_screen_is_turned_to_another_view_and_finds_its_way(director: Client):
    cup = running(3)
    body = {"kind": "screen", "view": "clock", "table": table_of(cup).pk}
    page = director.post(f"/t/{cup.code}/devices/", body, follow=True).content.decode()
    screen = Client()
    screen.post("/pair/", {"code": page.split('"pair-code">')[1].split("<")[0]})
    assert screen.get("/device/").headers["Location"] == f"/t/{cup.code}/clock/"
    device = Device.objects.get()
    for view, place in (("leaderboard", "leaderboard/"), ("table", "tables/1/")):
        director.post(
            f"/t/{cup.code}/devices/{device.pk}/show/", {"view": view, "table": table_of(cup).pk}
        )
        assert screen.get("/device/").headers["Location"] == f"/t/{cup.code}/{place}"
    answer = director.post(f"/t/{cup.code}/devices/{device.pk}/show/", {"view": "weather"})
    assert answer.status_code == 422


def test_the_console_page_opens_at_every_stage(director: Client):
    for cup in (registering(), seated(3), running(3)):
        page = director.get(f"/t/{cup.code}/console/").content.decode()
        assert 'id="console"' in page
        assert f"/ws/t/{cup.code}/console/" in page


def test_a_decided_evening_is_reopened_from_the_console(director: Client):
    cup = running(2)
    bust_all_but(table_of(cup), 1)
    page = director.post(f"/t/{cup.code}/reopen/", follow=True).content.decode()
    assert "Finish undone: the tournament is open again and its clock paused." in page
    assert Bust.standing.count() == 1
