"""The tablet over HTTP: every tap answered with the table as it is, or a refusal in words."""

import json
from collections.abc import Callable
from html import unescape
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.html import escape

from engine.referee.options import BET
from tables.equipment.services import devices
from tables.models import Device, PairingCode, Table
from tables.play.queries import hands
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    all_in,
    award_to,
    bust_all_but,
    call_down,
    deal,
    do,
    hand_at,
    offered,
    passive,
    picture,
    running,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tournament import requests
from tournament.clock.services import clock as clock_service
from tournament.models import CommandRecord

ROOT = Path(__file__).resolve().parent.parent.parent.parent

pytestmark = pytest.mark.django_db


def text(answer) -> str:
    return str(answer.content.decode())


def test_a_hand_is_played_by_taps(table: Table, tablet: Client):
    assert 'data-phase="betting"' in text(tap(tablet, table, "start_hand"))
    for kind in ("fold", "fold"):
        answer = tap(tablet, table, kind, seat=hand_at(table).actor)
        assert answer.status_code == 200
    assert 'data-phase="ended"' in text(answer)
    assert f'data-version="{table_of(table.tournament).version}"' in text(answer)


def test_every_kind_of_tap_is_understood(table: Table, tablet: Client):
    tap(tablet, table, "start_hand")
    assert tap(tablet, table, "raise_to", seat=hand_at(table).actor, amount=100).status_code == 200
    assert tap(tablet, table, "undo").status_code == 200
    while (seat := hand_at(table).actor) >= 0:
        answer = tap(tablet, table, "call", seat=seat)
        if answer.status_code == 409:
            answer = tap(tablet, table, "check", seat=seat)
        assert answer.status_code == 200
    assert tap(tablet, table, "board", cards="Ah Kd 2c").status_code == 200
    call_down(table)
    assert tap(tablet, table, "show", seat=1, cards="AcAd").status_code == 200
    assert tap(tablet, table, "muck", seat=2).status_code in (200, 409)
    assert tap(tablet, table, "award", pot=0, winners=["1"]).status_code == 200
    assert hand_at(table).is_over


def test_the_page_opens_with_the_table_and_its_socket(table: Table, tablet: Client):
    page = text(tablet.get(f"/t/{table.tournament.code}/tables/1/tablet/"))
    assert 'id="tablet"' in page
    assert f"/ws/t/{table.tournament.code}/tables/1/tablet/" in page


def called_around(table: Table) -> None:
    """Everybody stays in until the flop is due."""
    while (now_offered := offered(table)).phase == BET:
        do(table, passive(now_offered))


@pytest.mark.parametrize("phase", ["start", "betting", "board", "show", "ended"])
def test_the_page_can_be_opened_in_every_phase(table: Table, tablet: Client, phase: str):
    steps: dict[str, list[Callable[[Table], object]]] = {
        "start": [],
        "betting": [deal],
        "board": [deal, called_around],
        "show": [deal, call_down],
        "ended": [lambda table: bust_all_but(table, 1)],
    }
    for step in steps[phase]:
        step(table)
    page = text(tablet.get(f"/t/{table.tournament.code}/tables/1/tablet/"))
    assert f'data-phase="{phase}"' in page


# -- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "status", "why"),
    [
        ({"version": 99}, 409, "The table has moved on. Check it again, then tap."),
        ({"version": 0}, 409, "The table has moved on. Check it again, then tap."),
        ({"version": ""}, 422, "must be a whole number"),
        ({"version": "one"}, 422, "must be a whole number"),
        ({"version": "-1"}, 422, "must be a whole number"),
        ({"command_id": ""}, 422, "The command has no id. Reload the page."),
        ({"command_id": "42"}, 422, "The command has no id. Reload the page."),
        ({"kind": ""}, 422, "an unknown command"),
        ({"kind": "dance"}, 422, "an unknown command"),
        ({"kind": "fold"}, 422, "must be a whole number"),
        ({"kind": "fold", "seat": "x"}, 422, "must be a whole number"),
        ({"kind": "fold", "seat": "99"}, 422, "must be a seat of this hand"),
        ({"kind": "fold", "seat": "٣"}, 422, "must be a whole number"),
        ({"kind": "raise_to", "seat": "1"}, 422, "must be a whole number"),
        ({"kind": "raise_to", "seat": "1", "amount": "9" * 30}, 422, "must be a whole number"),
        ({"kind": "raise_to", "seat": "1", "amount": "1.5"}, 422, "must be a whole number"),
        ({"kind": "board", "cards": "Zz"}, 422, "Those cards aren't valid. Pick them again."),
        ({"kind": "board", "cards": "AhAh"}, 409, "No card is due now."),
        ({"kind": "show", "seat": "1", "cards": "A"}, 422, "Those cards aren't valid."),
        ({"kind": "award", "pot": "0"}, 422, "Tap the winner of this pot."),
        ({"kind": "award", "pot": "0", "winners": "x"}, 422, "Tap the winner of this pot."),
        ({"kind": "award", "pot": "0", "winners": "1"}, 409, "The last cards are not dealt"),
        ({"kind": "absent", "seat": "9"}, 409, "Nobody sits in seat 9 of table 1."),
        ({"kind": "absent", "seat": "9" * 14}, 409, "Nobody sits in seat"),
        ({"kind": "call_floor", "reason": "a\0b"}, 422, "cannot be stored"),
        ({"kind": "start_hand"}, 409, "The hand in play must end first."),
    ],
)
def test_a_bad_tap_is_answered_in_words_and_nothing_changes(table, tablet, fields, status, why):
    tap(tablet, table, "start_hand")
    before = stored()
    answer = tap(tablet, table, **{"kind": "undo", **fields})
    assert answer.status_code == status
    refusal = unescape(text(answer)).split("data-refusal>")[1].split("</div>")[0]
    assert why in refusal
    assert "<p>" in refusal
    assert 'id="tablet"' in text(answer)
    assert stored() == before


def test_an_empty_body_is_answered_in_words(table: Table, tablet: Client):
    before = stored()
    answer = tablet.post(f"/t/{table.tournament.code}/tables/1/command/")
    assert answer.status_code == 422
    assert "The command has no id" in text(answer)
    assert stored() == before


NO_ID = "The command has no id. Reload the page."
NO_SENSE = "Bad request"


@pytest.mark.parametrize(
    ("body", "kind", "status", "why"),
    [
        (b"\xff\xfe\x00garbage", "application/x-www-form-urlencoded", 422, NO_ID),
        (b'{"kind": "fold"}', "application/json", 422, NO_ID),
        (b"not a form", "multipart/form-data; boundary=x", 422, NO_ID),
        (b"not a form", "multipart/form-data", 400, NO_SENSE),
    ],
)
def test_a_body_that_is_no_form_is_answered_in_words(table, tablet, body, kind, status, why):
    before = stored()
    where = f"/t/{table.tournament.code}/tables/1/command/"
    answer = tablet.generic("POST", where, body, content_type=kind)
    assert answer.status_code == status
    assert why in text(answer)
    assert stored() == before


def test_a_repeated_tap_is_carried_out_once_and_answered_twice(table: Table, tablet: Client):
    tap(tablet, table, "start_hand")
    same = {"command_id": str(uuid4()), "version": table_of(table.tournament).version}
    seat = hand_at(table).actor
    assert tap(tablet, table, "fold", seat=seat, **same).status_code == 200
    before = stored()
    again = tap(tablet, table, "fold", seat=seat, **same)
    assert again.status_code == 200
    assert "tablet-refusal" in text(again)
    assert stored() == before
    assert CommandRecord.objects.count() == 2


def test_a_refusal_names_its_clause_and_carries_its_text(table: Table, tablet: Client):
    tap(tablet, table, "start_hand")
    answer = tap(tablet, table, "check", seat=hand_at(table).actor)
    assert answer.status_code == 409
    refusal = text(answer).split("data-refusal>")[1].split("</p>")[0]
    assert "has 50 to call" in refusal
    assert 'data-clause="adelaide:' in refusal
    assert 'data-text=""' not in refusal


@pytest.mark.parametrize("number", [0, 2, 99, 10**30])
def test_an_unknown_table_is_not_found(table: Table, tablet: Client, number: int):
    before = stored()
    for page in ("tablet/", "command/"):
        where = f"/t/{table.tournament.code}/tables/{number}/{page}"
        answer = tablet.get(where) if page == "tablet/" else tablet.post(where)
        assert answer.status_code == 404
        assert "Page not found" in text(answer)
        assert "There is no table" in text(answer)
    assert stored() == before


def test_a_tablet_of_another_table_is_sent_away_in_words():
    cup = running(4, seats=2)
    mine, other = table_of(cup, 1), table_of(cup, 2)
    stranger = tablet_browser(other)
    before = stored()
    answer = tap(stranger, mine, "start_hand")
    assert answer.status_code == 403
    assert "This tablet belongs to another table. Pair it here first." in text(answer)
    assert stranger.get(f"/t/{cup.code}/tables/1/tablet/").status_code == 403
    assert stored() == before


@pytest.mark.parametrize("kind", ["fold", "undo"])
def test_a_tablet_that_was_let_go_is_out_with_its_next_tap(kind: str, table: Table, tablet: Client):
    tap(tablet, table, "start_hand")
    devices.revoke(device=Device.objects.get(), actor=DIRECTOR, now=NOW)
    before = stored()
    answer = tap(tablet, table, kind, seat=hand_at(table).actor)
    assert answer.status_code == 403
    assert "Player 1" not in text(answer)
    assert tablet.get(f"/t/{table.tournament.code}/tables/1/tablet/").status_code == 403
    assert stored() == before


def test_the_floor_is_called_and_a_player_noted_as_away(table: Table, tablet: Client):
    assert "The floor has been called: help." in text(
        tap(tablet, table, "call_floor", reason="help")
    )
    assert "Absent" in text(tap(tablet, table, "absent", seat=2))
    assert "Absent" not in text(tap(tablet, table, "back", seat=2))


def test_a_closed_table_says_so(table: Table, tablet: Client):
    Table.objects.update(state="closed")
    answer = tap(tablet, table, "start_hand")
    assert answer.status_code == 409
    assert "Table 1 is closed." in text(answer)
    assert 'data-phase="closed"' in text(answer)


def test_a_tap_from_another_site_is_not_taken(table: Table):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = tablet_browser(table).cookies
    before = stored()
    assert tap(strict, table, "start_hand").status_code == 403
    assert stored() == before


# -- pairing over HTTP -----------------------------------------------------------------------------


def code_for(table: Table) -> str:
    return devices.make_code(
        tournament=table.tournament,
        kind="tablet",
        view="",
        table=table,
        actor=DIRECTOR,
        now=requests.now(),
    ).code


def test_a_device_types_its_code_and_is_sent_to_its_table(table: Table, client: Client):
    answer = client.post("/pair/", {"code": code_for(table)}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/t/{table.tournament.code}/tables/1/tablet/"
    cookie = client.cookies["device"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


@pytest.mark.parametrize(
    ("code", "status", "why"),
    [
        ("WRONG1", 409, "No such code"),
        ("", 422, "This field is required"),
        ("X" * 13, 422, "at most 12 characters"),
    ],
)
def test_a_wrong_code_is_answered_at_the_field(client: Client, code: str, status: int, why: str):
    answer = client.post("/pair/", {"code": code})
    assert answer.status_code == status
    assert why in text(answer)
    assert "device" not in client.cookies


def test_a_used_code_is_answered_in_words(table: Table, client: Client):
    code = code_for(table)
    client.post("/pair/", {"code": code})
    answer = Client().post("/pair/", {"code": code})
    assert answer.status_code == 409
    assert "This code has been used" in text(answer)


def test_an_expired_code_is_answered_in_words(
    table: Table, client: Client, monkeypatch: pytest.MonkeyPatch
):
    code = code_for(table)
    ends = PairingCode.objects.get().expires_at
    monkeypatch.setattr(requests, "now", lambda: ends)
    answer = client.post("/pair/", {"code": code})
    assert answer.status_code == 409
    assert escape("This code has expired. Create a new one under Devices") in text(answer)
    assert "device" not in client.cookies
    assert not Device.objects.exists()


def test_guessed_codes_lock_the_door(table: Table, client: Client):
    for _ in range(8):
        client.post("/pair/", {"code": "WRONG1"})
    answer = client.post("/pair/", {"code": code_for(table)})
    assert answer.status_code == 429
    assert "Too many wrong tries" in text(answer)


def test_a_device_finds_its_place_and_is_called_to_another(table: Table, client: Client):
    assert client.get("/device/").headers["Location"] == "/pair/"
    assert client.get("/device/here/").headers["HX-Redirect"] == "/pair/"
    client.post("/pair/", {"code": code_for(table)})
    place = f"/t/{table.tournament.code}/tables/1/tablet/"
    assert "HX-Redirect" not in client.get(f"/device/here/?at={place}").headers
    assert client.get("/device/here/?at=/elsewhere/").headers["HX-Redirect"] == place


def test_an_installed_tablet_starts_at_its_own_table(table: Table, tablet: Client):
    manifest = json.loads((ROOT / "static" / "tablet.webmanifest").read_text())
    place = f"/t/{table.tournament.code}/tables/1/tablet/"
    assert "tablet.webmanifest" in text(tablet.get(place))
    assert tablet.get(manifest["start_url"]).headers["Location"] == place
    assert place.startswith(manifest["scope"])
    assert manifest["id"] == manifest["start_url"]


def test_the_qr_code_fills_the_form_in(client: Client):
    assert 'value="ABC123"' in text(client.get("/pair/?code=ABC123"))


def test_the_last_award_by_cards_pays_everybody(table: Table, tablet: Client):
    deal(table)
    all_in(table)
    for cards in ("AhKd2c", "9s", "4h"):
        assert tap(tablet, table, "board", cards=cards).status_code == 200
    for seat, cards in ((1, "AcAd"), (2, "KcKh"), (3, "QcQd")):
        tap(tablet, table, "show", seat=seat, cards=cards)
    if not hand_at(table).is_over:
        assert tap(tablet, table, "award_all").status_code == 200
    assert hand_at(table).stacks[1] == 3000


def test_pots_can_be_given_by_name(table: Table):
    deal(table)
    all_in(table)
    assert award_to(table, 3).stacks[3] == 3000


def test_before_the_deal_the_panel_says_level_button_and_who_posts_what():
    table = table_of(running(4))
    ahead = picture(table).start.ahead
    hand = deal(table)
    names = {seat.seat: seat.entry.name for seat in hands.seated(table)}
    small, big = hand.blind_seats
    assert ahead.marker == f"{hand.marker} {names[hand.marker]}"
    assert ahead.posts == [
        f"{hand.bets[small]:,} by {small} {names[small]}",
        f"{hand.bets[big]:,} by {big} {names[big]}",
    ]
    assert ahead.level == hands.record_of(table).level
    assert picture(table).start.ahead is None  # it is dealt


@pytest.mark.rule("tda2024:R23")
def test_a_new_level_in_mid_hand_shows_both_levels():
    table = table_of(running(4))
    deal(table)
    dealt_at = hands.record_of(table).level
    assert picture(table).hand_level == ""
    clock_service.advance_due(NOW + 90 * MINUTE)
    shown = picture(table, now=NOW + 90 * MINUTE)
    assert shown.hand_level == dealt_at
    assert dealt_at not in shown.clock.blinds_text
    page = tablet_browser(table).get(f"/t/{table.tournament.code}/tables/1/tablet/")
    assert f"This hand: {dealt_at}" in " ".join(page.content.decode().split())
