"""Tablets and screens: paired by a short code, bound to a place, let go at once."""

from datetime import datetime, timedelta

import pytest

from engine.refusal import Refused
from tables.equipment.queries import devices as device_queries
from tables.equipment.services import devices
from tables.models import Device, PairingCode
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    paired_tablet,
    running,
    stored,
    stored_lines,
    table_of,
)
from tournament.house.services.lockout import LOCKED_FOR, TRIES, LockedOut
from tournament.models import Tournament, WrongTries
from tournament.permissions import NOBODY, Actor, Forbidden, Permission, may

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def make_code(tournament: Tournament, kind: str = "tablet", view: str = "", table=1) -> PairingCode:
    return devices.make_code(
        tournament=tournament,
        kind=kind,
        view=view,
        table=table_of(tournament, table) if table else None,
        actor=DIRECTOR,
        now=NOW,
    )


def pair(text: str, *, now: datetime = NOW, door: str = "here") -> tuple[Device, str]:
    return devices.pair(text=text, door=door, now=now)


def actor_of(secret: str) -> Actor:
    return device_queries.actor(secret) or NOBODY


def words_of(secret: str) -> str:
    found = device_queries.find(secret)
    return device_queries.words(found) if found else ""


def rows() -> list[str]:
    """Everything but the count of wrong guesses."""
    return [line for line in stored_lines() if "WrongTries" not in line]


def test_a_code_makes_a_tablet_of_its_table(cup: Tournament):
    device, secret = pair(make_code(cup).code)
    actor = actor_of(secret)
    assert device_queries.words(device) == "Tablet of table 1"
    assert may(actor, Permission.DEAL, cup.pk, table_of(cup, 1).pk)
    assert not may(actor, Permission.DEAL, cup.pk, table_of(cup, 2).pk)
    assert cup.journal.get(name="device.paired").by == "Tablet of table 1"


def test_a_screen_may_nothing_but_show(cup: Tournament):
    _, secret = pair(make_code(cup, "screen", "clock", table=None).code)
    actor = actor_of(secret)
    assert not any(may(actor, permission, cup.pk) for permission in Permission)


def test_a_code_is_read_as_people_type_it(cup: Tournament):
    code = make_code(cup).code.lower()
    assert pair(f" {code[:3]}-{code[3:]} ")[0].kind == "tablet"


def test_the_secret_itself_is_not_stored(cup: Tournament):
    _, secret = paired_tablet(table_of(cup))
    assert all(secret not in line for line in stored_lines())


@pytest.mark.parametrize("text", ["NOSUCH", "", "   ", "'; drop table", "ÄÖÜ" * 100])
def test_a_wrong_code_is_refused_and_nothing_changes_but_the_count(cup: Tournament, text: str):
    before = rows()
    with pytest.raises(Refused, match="No such code"):
        pair(text)
    assert rows() == before
    assert WrongTries.objects.get().count == 1


def test_a_code_is_good_once(cup: Tournament):
    code = make_code(cup).code
    pair(code)
    before = rows()
    with pytest.raises(Refused, match="This code has been used"):
        pair(code)
    assert rows() == before


def test_a_code_expires_after_a_quarter_of_an_hour(cup: Tournament):
    code = make_code(cup).code
    before = rows()
    with pytest.raises(Refused, match="This code has expired"):
        pair(code, now=NOW + 15 * MINUTE)
    assert rows() == before
    assert pair(code, now=NOW + 15 * MINUTE - timedelta(seconds=1))


def test_guessing_codes_locks_the_door_even_for_the_right_one(cup: Tournament):
    code = make_code(cup).code
    for _ in range(TRIES):
        with pytest.raises(Refused, match="No such code"):
            pair("WRONG1")
    before = stored()
    with pytest.raises(LockedOut, match="Too many wrong tries"):
        pair(code)
    assert stored() == before
    assert pair(code, now=NOW + LOCKED_FOR)


def test_a_locked_door_is_not_everybody_s(cup: Tournament):
    for _ in range(TRIES):
        with pytest.raises(Refused, match="No such code"):
            pair("WRONG1", door="over there")
    assert pair(make_code(cup).code)


def test_a_device_that_was_let_go_is_a_stranger_at_once(cup: Tournament):
    device, secret = paired_tablet(table_of(cup))
    devices.revoke(device=device, actor=DIRECTOR, now=NOW)
    assert device_queries.actor(secret) is None
    assert device_queries.rows(cup.pk, NOW) == []
    before = stored()
    devices.revoke(device=device, actor=DIRECTOR, now=NOW + MINUTE)
    assert stored() == before


def test_an_unknown_secret_is_nobody():
    assert device_queries.actor("") is None
    assert device_queries.actor("made up") is None


@pytest.mark.parametrize(
    ("kind", "view", "table", "why"),
    [
        ("tablet", "", None, "Choose the table for this tablet"),
        ("screen", "", None, "Choose what this screen shows"),
        ("screen", "weather", None, "Choose what this screen shows"),
        ("screen", "table", None, "Choose the table this screen shows"),
        ("toaster", "", None, "Choose what the device is"),
    ],
)
def test_a_code_without_a_proper_place_is_not_made(cup, kind, view, table, why: str):
    before = stored()
    with pytest.raises(Refused, match=why):
        make_code(cup, kind, view, table)
    assert stored() == before


def test_a_table_of_another_tournament_is_no_place_here(cup: Tournament):
    elsewhere = table_of(running(2))
    before = stored()
    with pytest.raises(Refused, match="is not in this tournament"):
        devices.make_code(
            tournament=cup, kind="tablet", view="", table=elsewhere, actor=DIRECTOR, now=NOW
        )
    assert stored() == before


def test_a_screen_that_shows_no_table_is_bound_to_none(cup: Tournament):
    device, _ = pair(make_code(cup, "screen", "clock", table=1).code)
    assert (device.table, device_queries.words(device)) == (None, "Clock")


def test_a_screen_is_given_another_view_without_touching_it(cup: Tournament):
    device, secret = pair(make_code(cup, "screen", "clock", table=None).code)
    devices.show(device=device, view="table", table=table_of(cup, 2), actor=DIRECTOR, now=NOW)
    assert words_of(secret) == "One table, table 2"
    devices.show(device=device, view="seating", table=table_of(cup, 2), actor=DIRECTOR, now=NOW)
    assert words_of(secret) == "Seating"


def test_a_tablet_is_laid_on_another_table(cup: Tournament):
    device, secret = paired_tablet(table_of(cup, 1))
    devices.show(device=device, view="", table=table_of(cup, 2), actor=DIRECTOR, now=NOW)
    actor = actor_of(secret)
    assert may(actor, Permission.DEAL, cup.pk, table_of(cup, 2).pk)
    assert not may(actor, Permission.DEAL, cup.pk, table_of(cup, 1).pk)


def test_strangers_pair_and_let_go_of_nothing(cup: Tournament):
    device, _ = paired_tablet(table_of(cup))
    before = stored()
    with pytest.raises(Forbidden):
        devices.revoke(device=device, actor=NOBODY, now=NOW)
    with pytest.raises(Forbidden):
        devices.show(device=device, view="clock", table=None, actor=NOBODY, now=NOW)
    with pytest.raises(Forbidden):
        devices.make_code(
            tournament=cup, kind="screen", view="clock", table=None, actor=NOBODY, now=NOW
        )
    assert stored() == before


def test_a_device_is_seen_and_goes_silent(cup: Tournament):
    device, _ = paired_tablet(table_of(cup))
    devices.seen(device=device, now=NOW + timedelta(seconds=5))
    assert device_queries.rows(cup.pk, NOW)[0].last_seen == NOW
    devices.seen(device=device, now=NOW + MINUTE)
    row = device_queries.rows(cup.pk, NOW + 2 * MINUTE)[0]
    assert (row.last_seen, row.is_silent) == (NOW + MINUTE, False)
    assert device_queries.rows(cup.pk, NOW + 3 * MINUTE)[0].is_silent


def test_open_codes_are_those_that_can_still_be_used(cup: Tournament):
    used, left = make_code(cup), make_code(cup)
    pair(used.code)
    assert list(device_queries.open_codes(cup.pk, NOW)) == [left]
    assert list(device_queries.open_codes(cup.pk, NOW + 15 * MINUTE)) == []
