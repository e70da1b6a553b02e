"""The floor at a table: the call with the hand so far, the clauses, the ruling; penalties, time."""

from uuid import uuid4

import pytest
from django.test import Client

from engine.hand import commands
from engine.rules import irregularities as what
from tables import drawings
from tables.conduct.queries import floor, timing
from tables.conduct.services import disputes
from tables.console.queries import console
from tables.models import FloorCall, Penalty, Seating, Table
from tables.play.queries import hands
from tables.play.queries.pictures import Reading
from tables.play.services import play
from tests.factories import (
    MINUTE,
    NOW,
    do,
    hand_at,
    house_director,
    just_dealt,
    refreshed,
    request,
    running,
    signed_in,
    table_of,
    tablet_browser,
    tap,
    user,
)
from tests.markup import one_line
from tournament import requests
from tournament.permissions import Role
from tournament.records.queries import journal

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return just_dealt(4)


def page(client: Client, table: Table) -> str:
    where = f"/t/{table.tournament.code}/tables/{table.number}/floor/"
    return one_line(client.get(where).content.decode())


def acts_of(found: str) -> list[str]:
    """What the page says its reader may do: the style sheet leaves out the rest."""
    assert 'class="panel form needs-penalise"' in found
    return found.split('data-acts="', 1)[1].split('"', 1)[0].split()


def act(client: Client, table: Table, kind: str, **fields: object):
    table.refresh_from_db()
    where = f"/t/{table.tournament.code}/tables/{table.number}/floor/act/"
    sent = {"kind": kind, "command_id": str(uuid4()), "version": table.version, **fields}
    return client.post(where, sent)


def test_a_call_rings_with_its_reason_and_leads_to_the_hand(table: Table, director: Client):
    tap(tablet_browser(table), table, "call_floor", reason="Players disagree")
    item = console.queue(refreshed(table.tournament))[0]
    assert item.detail == "Players disagree"
    assert (
        f'data-call="{item.call}"'
        in director.get(f"/t/{table.tournament.code}/console/").content.decode()
    )
    assert item.link == f"/t/{table.tournament.code}/tables/1/floor/"
    found = page(director, table)
    assert "Players disagree" in found
    assert "Hand 1 begins" in found
    assert "adelaide:" in found


def test_the_call_keeps_the_hand_as_it_stood(table: Table, director: Client):
    tap(tablet_browser(table), table, "call_floor", reason="Conduct")
    seat = hand_at(table).actor
    do(table, commands.Fold(seat))
    [call] = floor.picture(table_of(table.tournament), now=NOW).calls
    folded = Reading(table).names[seat] + " folds."
    assert folded not in call.story
    assert folded in Reading(table_of(table.tournament)).story()
    assert "The hand when the floor was called" in page(director, table)


def test_the_floor_is_drawn_for_pushes(table: Table):
    drawn = drawings.floor(table.pk)
    assert '"target": "#floor"' in drawn.text
    assert "Hand 1 begins" in drawn.text


def test_the_ruling_is_on_record_with_its_clause(table: Table, director: Client):
    call = disputes.call(request(table), reason="Hole card exposed")
    assert call is not None
    sent = {"ruling": "The card is replaced", "clause": "adelaide:53a"}
    director.post(f"/t/{table.tournament.code}/calls/{call.pk}/", sent)
    assert FloorCall.objects.get().ruling == "The card is replaced (Adelaide rule 53(a))"
    told = journal.newest_first(table.tournament_id).get(name="floor.answered")
    sentence = "answered the call at table 1: The card is replaced (Adelaide rule 53(a)) "
    sentence += "(House director)"
    assert journal.row(told).sentence == sentence
    assert "Earlier rulings at this table" in page(director, table)


def test_the_clauses_of_a_named_irregularity_come_from_its_own_cases(table: Table):
    found = [clause.id for clause in floor.bearing(Reading(table), ["Hole card exposed"])]
    assert found[:4] == ["adelaide:28c", "adelaide:28e", "adelaide:53a", "adelaide:28-2"]


def test_what_the_hand_has_cited_comes_first(table: Table):
    told = {"count": "1", "seat": "3", "cards": "Ah"}
    play.report(request(table), what.EXPOSED_HOLE_CARD, told)
    table.refresh_from_db()
    assert floor.bearing(Reading(table), [])[0].id == "adelaide:53a"


def test_the_floor_calls_time_and_the_console_counts_it_down(
    table: Table, director: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(requests, "now", lambda: NOW + MINUTE)
    seat = hand_at(table).actor
    assert "Call time: 70 s" in page(director, table)
    assert act(director, table, "call_time", seat=seat).status_code == 302
    cup = refreshed(table.tournament)
    item = console.picture(cup, now=NOW + MINUTE).queue[0]
    assert item.kind == "time"
    assert f"seat {seat}" in item.text
    assert "Time on" in page(director, table)
    assert act(director, table, "time_up", seat=seat).status_code == 409
    do(table, commands.Call(seat))
    assert console.picture(cup, now=NOW + MINUTE).queue == []


def test_the_floor_ends_a_time_that_is_up(table: Table, director: Client):
    seat = hand_at(table).actor
    act(director, table, "call_time", seat=seat)
    table.refresh_from_db()
    assert table.time_called is not None
    table.time_called["ends_at"] = NOW.replace(year=2020).isoformat()
    table.save(update_fields=["time_called"])
    assert timing.running(table, hands.of(table)) is not None
    assert act(director, table, "time_up", seat=seat).status_code == 302
    assert seat not in hand_at(table).in_hand()


def test_the_director_penalises_from_the_console(table: Table, director: Client):
    sent = {"seat": 2, "penalty": "hands 5", "reason": "Abuse of the dealer"}
    assert act(director, table, "penalise", **sent).status_code == 302
    made = Penalty.objects.get()
    assert (made.hands_left, made.reason) == (5, "Abuse of the dealer")
    assert "Penalty, 5 hands" in page(director, table)


@pytest.mark.rule("adelaide:106")
def test_the_floor_sees_the_page_and_imposes_no_penalty(table: Table):
    floor_man = signed_in(user("fred", table.tournament, Role.FLOOR))
    assert "penalise" not in acts_of(page(floor_man, table))
    assert "penalise" in acts_of(page(signed_in(house_director()), table))
    sent = {"seat": 2, "penalty": "warning 0", "reason": "Conduct"}
    assert act(floor_man, table, "penalise", **sent).status_code == 403
    assert not Penalty.objects.exists()


def test_a_player_is_marked_away_and_back(table: Table, director: Client):
    act(director, table, "absent", seat=2)
    assert Seating.objects.get(seat=2).is_absent
    act(director, table, "back", seat=2)
    assert not Seating.objects.get(seat=2).is_absent


def test_an_unknown_wish_is_refused_in_words(table: Table, director: Client):
    assert act(director, table, "dance").status_code == 422


def test_before_the_first_hand_the_page_says_so(director: Client):
    table = table_of(running(3))
    found = page(director, table)
    assert "No hand has been dealt here yet." in found
    assert "No open call at this table." in found
