"""The director's pages: a new tournament, staff, the clock's buttons, the journal."""

from itertools import groupby
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from engine.structure.presets import PRESETS
from tests.factories import (
    fold_round,
    refreshed,
    registering,
    running,
    signed_in,
    stored,
    table_of,
    user,
)
from tests.markup import one_line
from tournament.clock.queries import clock as clock_queries
from tournament.models import JournalEntry, Staff, Tournament, User
from tournament.permissions import Role
from tournament.setup.queries import presets as preset_queries

pytestmark = pytest.mark.django_db


def press(client: Client, cup: Tournament, kind: str, **fields: object):
    version = refreshed(cup).clock.version
    body = {"kind": kind, "version": version, "command_id": str(uuid4()), **fields}
    return client.post(f"/t/{cup.code}/clock/act/", body)


# -- a new tournament ------------------------------------------------------------------------------


def test_presets_are_offered_under_each_rulebook_once():
    books = [card.book for card in preset_queries.cards()]
    assert [book for book, _ in groupby(books)] == list(dict.fromkeys(books))
    assert len(books) == len(PRESETS)


def test_a_tournament_is_made_from_a_preset(director: Client):
    answer = director.post("/tournaments/new/", {"name": "Cup", "preset": "friday"}, follow=True)
    made = Tournament.objects.get()
    assert answer.redirect_chain == [(f"/t/{made.code}/setup/", 302)]
    assert "Cup is open for registration." in answer.content.decode()


def test_every_preset_is_offered(director: Client):
    page = director.get("/tournaments/new/").content.decode()
    assert all(f'value="{preset.key}"' in page for preset in PRESETS)


@pytest.mark.parametrize(
    "body",
    [{}, {"name": ""}, {"name": "Cup"}, {"name": "Cup", "preset": "none"}, {"preset": "friday"}],
)
def test_a_tournament_without_name_or_preset_is_not_made(director: Client, body: dict[str, str]):
    before = stored()
    assert director.post("/tournaments/new/", body).status_code == 422
    assert stored() == before


# -- the clock -------------------------------------------------------------------------------------


def test_a_button_moves_the_clock_and_htmx_waits_for_the_push(director: Client):
    cup = running(3)
    assert press(director, cup, "pause").headers["Location"] == f"/t/{cup.code}/console/"
    version = refreshed(cup).clock.version
    body = {"kind": "resume", "version": version, "command_id": str(uuid4())}
    answer = director.post(f"/t/{cup.code}/clock/act/", body, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (204, b"")


@pytest.mark.parametrize(
    ("fields", "status", "why"),
    [
        ({"kind": "sing"}, 409, "Unknown clock command"),
        ({"kind": "resume"}, 409, "cannot resume"),
        ({"kind": "add", "minutes": "-5"}, 422, "must be a whole number"),
        ({"kind": "add", "minutes": "1.5"}, 422, "must be a whole number"),
        ({"kind": "break", "minutes": "0"}, 409, "Enter 1 to 1,440 minutes"),
        ({"kind": "finish_at", "at": "25:00"}, 422, "must be a time"),
        ({"kind": "finish_at", "at": "soon"}, 422, "must be a time"),
        ({"reason": "x" * 121}, 409, "at most 120 characters"),
        ({"version": "99"}, 409, "The clock has changed."),
        ({"version": ""}, 422, "must be a whole number"),
        ({"version": "-1"}, 422, "must be a whole number"),
        ({"version": "9" * 40}, 422, "must be a whole number"),
        ({"command_id": "x"}, 422, "The command has no id"),
        ({"command_id": ""}, 422, "The command has no id"),
    ],
)
def test_a_wrong_press_is_answered_in_words_and_nothing_changes(director, fields, status, why: str):
    cup = running(3)
    before = stored()
    answer = press(director, cup, **{"kind": "pause", **fields})
    assert answer.status_code == status
    assert why in answer.content.decode()
    assert stored() == before


def test_a_finishing_time_is_the_next_such_time_in_the_hall(director: Client):
    cup = registering(3)
    press(director, cup, "finish_at", at="00:30")
    ends = clock_queries.state_of(refreshed(cup).clock).finishes_at
    assert ends is not None
    assert timezone.localtime(ends).strftime("%H:%M") == "00:30"
    assert "Play ends at 00:30" in director.get(f"/t/{cup.code}/console/").content.decode()


def test_a_tournament_with_nobody_in_it_is_not_started(director: Client):
    cup = registering()
    before = stored()
    for address in ("start/", "draw/", "clock/act/"):
        body = {"kind": "start", "version": 0, "command_id": str(uuid4())}
        answer = director.post(f"/t/{cup.code}/{address}", body)
        assert answer.status_code == 409
        assert 'id="refused"' in answer.content.decode()
    assert stored() == before


def test_the_director_chooses_and_mutes_the_sounds(director: Client, client: Client):
    cup = running(3)
    chosen = {"minute": "bell", "ten": "", "level": "gong", "break_end": "chime"}
    director.post(f"/t/{cup.code}/clock/sounds/", {**chosen, "muted": "on"})
    page = one_line(client.get(f"/t/{cup.code}/clock/").content.decode())
    assert 'data-sound-minute="bell" data-sound-ten=""' in page
    assert " data-muted" in page
    director.post(f"/t/{cup.code}/clock/sounds/", chosen)
    assert " data-muted" not in one_line(client.get(f"/t/{cup.code}/clock/").content.decode())
    line = cup.journal.latest("sequence")
    assert (line.name, line.data["was"]) == ("clock.sounds", "muted")
    before = stored()
    director.post(f"/t/{cup.code}/clock/sounds/", chosen)
    assert director.post(f"/t/{cup.code}/clock/sounds/", {"minute": "kazoo"}).status_code == 409
    assert stored() == before


# -- words and endings -----------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["x" * 201, "Dinner\0"])
def test_words_that_do_not_fit_the_screen_are_refused(director: Client, text: str):
    cup = running(3)
    before = stored()
    answer = director.post(f"/t/{cup.code}/message/", {"message": text})
    assert answer.status_code in (409, 422)
    assert stored() == before


def test_words_are_shown(director: Client, client: Client):
    cup = running(3)
    director.post(f"/t/{cup.code}/message/", {"message": "Dinner is served"})
    assert "Dinner is served" in client.get(f"/t/{cup.code}/clock/").content.decode()


def test_a_cancelled_tournament_says_so(director: Client):
    cup = running(3)
    because = {"reason": "No power"}
    page = director.post(f"/t/{cup.code}/cancel/", because, follow=True).content.decode()
    assert "Friday Cup is cancelled." in page
    answer = director.post(f"/t/{cup.code}/cancel/", because)
    assert answer.status_code == 409


@pytest.mark.rule("adelaide:88")
def test_a_tournament_was_cancelled_without_a_reason(director: Client):
    cup = running(3)
    before = stored()
    answer = director.post(f"/t/{cup.code}/cancel/", {"reason": "  "})
    assert answer.status_code == 409
    assert "adelaide:88" in answer.content.decode()
    assert stored() == before
    director.post(f"/t/{cup.code}/cancel/", {"reason": "No power"})
    (told,) = cup.journal.filter(name="tournament.called_off")
    assert (told.data["reason"], bool(told.by), bool(told.at)) == ("No power", True, True)
    journal = director.get(f"/t/{cup.code}/journal/").content.decode()
    assert "cancelled the tournament: No power" in journal


# -- staff -----------------------------------------------------------------------------------------


def test_a_one_time_password_is_shown_once(director: Client):
    cup = registering()
    body = {"username": "flo", "full_name": "Flo Kay", "role": "floor"}
    page = director.post(f"/t/{cup.code}/staff/", body).content.decode()
    password = page.split("pair-code")[1].split(">")[1].split("<")[0]
    assert User.objects.get(username="flo").check_password(password)
    assert password not in director.get(f"/t/{cup.code}/staff/").content.decode()


def test_who_lost_the_password_is_given_another_that_is_shown_once(director: Client):
    cup = registering()
    flo = user("flo", cup, Role.FLOOR)
    forgetful, where = signed_in(flo), f"/t/{cup.code}/staff/"
    assert forgetful.get(f"/t/{cup.code}/console/").status_code == 200
    page = director.post(where, {"renew": Staff.objects.get().pk}).content.decode()
    password = page.split('class="pair-code">')[1].split("<")[0]
    flo.refresh_from_db()
    assert flo.check_password(password)
    assert flo.must_change_password
    assert forgetful.get(f"/t/{cup.code}/console/").status_code == 403
    assert password not in director.get(where).content.decode()
    assert cup.journal.get(name="staff.password").data == {"user": "flo"}


def test_only_the_house_gives_passwords_and_none_to_its_own_directors(director: Client):
    cup = registering()
    flo, own = user("flo", cup, Role.FLOOR), user("otto", cup, Role.DIRECTOR)
    where, before = f"/t/{cup.code}/staff/", flo.password
    duty = Staff.objects.get(user=flo)
    assert signed_in(own).post(where, {"renew": duty.pk}).status_code == 403
    assert "New password" not in signed_in(own).get(where).content.decode()
    assert director.post(where, {"renew": duty.pk + 99}).status_code == 404
    User.objects.filter(pk=flo.pk).update(is_house_director=True)
    refused = director.post(where, {"renew": duty.pk})
    assert refused.status_code == 409
    assert "on the server" in refused.content.decode()
    flo.refresh_from_db()
    assert flo.password == before


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"username": "flo", "full_name": "Flo", "role": "croupier"},
        {"username": "f l o", "full_name": "Flo", "role": "floor"},
        {"username": "dee", "full_name": "Dee", "role": "desk"},
    ],
)
def test_a_wrong_appointment_is_answered_in_words(director: Client, body: dict[str, str]):
    cup = registering()
    user("dee", cup, Role.DESK)
    before = stored()
    assert director.post(f"/t/{cup.code}/staff/", body).status_code == 422
    assert stored() == before


def test_a_role_is_taken_away(director: Client):
    cup = registering()
    user("dee", cup, Role.DESK)
    director.post(f"/t/{cup.code}/staff/{Staff.objects.get().pk}/dismiss/")
    assert not Staff.serving.exists()


def test_a_role_that_is_not_there_or_of_another_tournament_is_not_found(director: Client):
    cup, other = registering(), registering()
    user("dee", other, Role.DESK)
    before = stored()
    for staff_id in (Staff.objects.get().pk, 0, 10**18):
        assert director.post(f"/t/{cup.code}/staff/{staff_id}/dismiss/").status_code == 404
    assert stored() == before


# -- the journal -----------------------------------------------------------------------------------


def test_the_journal_is_read_page_by_page_with_the_state_of_its_chain(director: Client):
    cup = running(3)
    for _ in range(2):
        fold_round(table_of(cup))
    page = director.get(f"/t/{cup.code}/journal/").content.decode()
    assert "The chain is intact" in page
    assert "hand 2 at table 1 ended" in page
    for wanted in ("1", "99", "x", ""):
        assert director.get(f"/t/{cup.code}/journal/?page={wanted}").status_code == 200


def test_a_broken_chain_is_shown(director: Client):
    cup = running(3)
    JournalEntry.objects.filter(sequence=3).update(by="somebody else")
    page = director.get(f"/t/{cup.code}/journal/").content.decode()
    assert "The chain is broken at line 3" in page
