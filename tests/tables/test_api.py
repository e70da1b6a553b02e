"""The API does what the pages do, through the same services, and says no in the same words."""

import json
from concurrent.futures import ThreadPoolExecutor
from html import escape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from ninja.openapi.schema import OpenAPISchema
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR

import config.api
from config.api import api
from engine.structure import presets
from tables.chips.services import bags
from tables.chips.services.counts import Counted
from tables.models import Deck
from tests.factories import (
    MINUTE,
    NOW,
    all_in,
    deal,
    entry_in,
    fold_out,
    hand_at,
    house_director,
    refreshed,
    registering,
    request,
    running,
    signed_in,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tournament.api.description import describe
from tournament.house.services import integrations
from tournament.models import Tournament
from tournament.permissions import SYSTEM, Role

pytestmark = pytest.mark.django_db


class Software:
    """Somebody's script with a token."""

    def __init__(self, cup: Tournament, role: Role) -> None:
        _, words = integrations.give_token(
            tournament_id=cup.pk, name=role.value, role=role, actor=SYSTEM, now=NOW
        )
        self.at = f"/api/v1/tournaments/{cup.code}"
        self.headers = {"Authorization": f"Bearer {words}"}

    def get(self, path: str):
        return Client().get(self.at + path, headers=self.headers)

    def post(self, path: str, **body: object):
        text = json.dumps(body)
        return Client().post(
            self.at + path, text, content_type="application/json", headers=self.headers
        )


def test_an_evening_is_run_by_software_alone():
    cup = registering()
    director = Software(cup, Role.DIRECTOR)
    for name in ("Ann", "Ben", "Cid"):
        assert director.post("/entries", name=name).status_code == 200
    assert {row["name"] for row in director.get("/entries").json()["rows"]} == {"Ann", "Ben", "Cid"}
    assert director.post("/seats/draw").status_code == 200
    assert director.post("/play").status_code == 200
    table = table_of(cup)
    begin = {"version": table.version, "command_id": str(uuid4())}
    assert director.post("/tables/1/hands", **begin).status_code == 200
    assert director.post("/tables/1/hands", **begin).status_code == 200  # the same again: harmless
    hand = hand_at(table_of(cup))
    fold = {"kind": "fold", "seat": hand.actor}
    version = table_of(cup).version
    wish = {"command": fold, "version": version, "command_id": str(uuid4())}
    assert director.post("/tables/1/commands", **wish).status_code == 200
    assert hand_at(table_of(cup)).actor != hand.actor
    stale = {**wish, "command_id": str(uuid4())}
    answer = director.post("/tables/1/commands", **stale)
    assert answer.status_code == 409
    assert director.post("/clock/pause").status_code == 200
    assert director.get("/clock").json()["phase"] == "paused"
    names = [line["name"] for line in director.get("/journal").json()["rows"]]
    assert names[:2] == ["clock.play_stopped", "clock.pause"]


def test_the_public_needs_no_token_and_sees_no_hidden_card():
    cup = running(3)
    for path in ("", "/clock", "/structure", "/standings", "/seating", "/payouts", "/tables/1"):
        answer = Client().get(f"/api/v1/tournaments/{cup.code}{path}")
        assert answer.status_code == 200, path
    assert Client().get("/api/v1/tournaments").json()[0]["code"] == cup.code


def test_a_refusal_has_the_sentence_and_the_clause_of_the_page():
    cup = running(3)
    desk = Software(cup, Role.DESK)
    entry = entry_in(table_of(cup), 1)
    before = stored()
    answer = desk.post(f"/entries/{entry.number}/purchases", kind="rebuy")
    assert answer.status_code == 409
    assert answer.json()["detail"]
    assert stored() == before


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/tables/1/commands", {}, 422),
        ("/tables/1/commands", {"command": ["dance"], "version": 1, "command_id": "x"}, 422),
        ("/tables/99/hands", {"version": 1, "command_id": str(uuid4())}, 404),
        ("/entries/99/check-in", {}, 404),
        ("/clock/dance", {}, 422),
        ("/clock/pause", {"minutes": -1}, 422),
        ("/moves", {"entry": 1, "table": 0, "seat": 1}, 422),
    ],
)
def test_bad_input_gets_a_sentence_and_changes_nothing(
    path: str, body: dict[str, object], status: int
):
    cup = running(3)
    director = Software(cup, Role.DIRECTOR)
    before = stored()
    answer = director.post(path, **body)
    assert answer.status_code in (status, 409), answer.content
    assert answer.json()["detail"]
    assert stored() == before


def test_a_command_that_is_no_command_is_refused():
    cup = running(3)
    director = Software(cup, Role.DIRECTOR)
    wish = {"version": 0, "command_id": str(uuid4())}
    for strange in (
        {"kind": "dance", "seat": 1},
        {"kind": "void_hand", "reason": "fire"},
        ["fold"],
    ):
        answer = director.post("/tables/1/commands", command=strange, **wish)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
        assert [fault["field"] for fault in answer.json()["errors"]] == ["command"]


@pytest.mark.parametrize(
    "command",
    [
        {"kind": "show_cards", "seat": -1},
        {"kind": "show_cards", "seat": 99},
        {"kind": "show_cards", "seat": 1, "cards": "Zz"},
        {"kind": "show_cards", "seat": 1, "cards": ["As"]},
        {"kind": "show_cards", "seat": 1, "cards": [51]},
        {"kind": "fold", "seat": True},
        {"kind": "fold", "seat": 1.5},
        {"kind": "fold"},
        {"kind": "fold", "seat": 1, "amount": 5},
        {"kind": "muck", "seat": -1},
        {"kind": "raise_to", "seat": 1, "amount": -500},
        {"kind": "raise_to", "seat": 1, "amount": 1e30},
        {"kind": "deal_board", "cards": "As Q"},
        {"kind": "deal_street", "cards": {"1": "As", "-3": "Kd"}},
        {"kind": "award", "pot": 0, "winners": [-1]},
        {"kind": "award", "pot": -1, "winners": [1]},
    ],
)
def test_a_negative_seat_enters_no_sealed_history(command: dict[str, object]):
    """It was taken, the story read nonsense, and no hand could be written out any more."""
    cup = running(3)
    table = table_of(cup)
    deal(table)
    all_in(table)
    dealer, director = Software(cup, Role.DEALER), Software(cup, Role.DIRECTOR)
    tablet = tablet_browser(table)
    before = stored()
    wish = {"command": command, "version": table_of(cup).version, "command_id": str(uuid4())}
    answer = dealer.post("/tables/1/commands", **wish)
    assert answer.status_code == 422, answer.content
    assert answer.json()["code"] == "invalid"
    assert director.get("/hands.phhs").status_code == 200
    taps = {"show_cards": {"kind": "show", "seat": "99"}, "muck": {"kind": "muck", "seat": "99"}}
    if tapped := taps.get(str(command["kind"])):
        assert "must be a seat of this hand" in tap(tablet, table, **tapped).content.decode()
    assert stored() == before


def test_every_operation_is_described_for_people_and_machines():
    described = Client().get("/api/v1/openapi.json").json()
    page = Client().get("/api/").content.decode()
    assert len(described["paths"]) == len(api.get_openapi_schema()["paths"]) > 200
    for address, operations in described["paths"].items():
        assert address in page
        assert all(escape(operation["summary"]) in page for operation in operations.values())


def test_an_address_that_is_none_is_told_as_everything_else_is():
    lost = Client().get("/api/v1/tournament/ABCD/clok")
    assert (lost.status_code, lost["Content-Type"]) == (404, "application/problem+json")
    assert "/api/ lists" in lost.json()["detail"]
    assert Client().get("/nowhere/")["Content-Type"].startswith("text/html")


def test_what_makes_no_sense_is_answered_with_the_field_it_stands_in():
    director = Software(registering(), Role.DIRECTOR)
    faults = director.post("/prizes", how="by the moon", rows=[{"place": 0}]).json()["detail"]
    assert faults.startswith("how: Input should be 'percentages' or 'fixed'; rows.0.place: ")
    assert director.post("/links/x").json()["detail"].startswith("number: ")


def test_the_description_is_made_once_however_many_ask_for_it(monkeypatch: pytest.MonkeyPatch):
    """Each request made it anew, for seconds, and needed no name to ask."""
    made: list[str] = []

    def counted(*how: Any) -> OpenAPISchema:
        made.append("once")
        return describe(*how)

    monkeypatch.setattr(api, "made", None)
    monkeypatch.setattr(config.api, "describe", counted)
    with ThreadPoolExecutor(4) as visitors:
        asked = [visitors.submit(api.get_openapi_schema) for _ in range(4)]
    assert len({id(one.result()) for one in asked}) == 1
    assert Client().get("/api/v1/openapi.json").status_code == 200
    assert made == ["once"]


def test_the_description_is_valid_so_that_a_client_can_be_made_of_it():
    """Examples of parameters stood in lists, which no generator of clients reads."""
    described = Client().get("/api/v1/openapi.json").json()
    OPENAPI_31_VALIDATOR.validate(described)
    wrong = [
        parameter["name"]
        for methods in described["paths"].values()
        for operation in methods.values()
        for parameter in operation.get("parameters", ())
        if not isinstance(parameter.get("examples", {}), dict)
    ]
    assert wrong == []


def by_the_book(cup: Tournament) -> Tournament:
    """Its tablets ask for every step of the cards."""
    Tournament.objects.filter(pk=cup.pk).update(structure={**cup.structure, "card_steps": "book"})
    return refreshed(cup)


@pytest.mark.parametrize(
    ("preset", "players"),
    [("adelaide-no-limit", 3), ("canberra-e", 10), ("charity", 3), ("igr", 3), ("fours", 8)],
)
def test_a_tablet_is_read_between_hands_whatever_is_due_there(preset: str, players: int):
    """A deck or a bag in the picture was a row of the database, and the answer an error."""
    cup = running(players, preset=presets.get(preset))
    dealer, wanted = Software(cup, Role.DEALER), by_the_book(cup)
    assert dealer.get("/tables/1/tablet").status_code == 200  # no deck lies here yet
    Deck.objects.create(tournament=cup, number=7, colour="red", checked_at=NOW, checked_by="Ina")
    assert dealer.get("/tables/1/tablet").status_code == 200  # one waits in the safe
    Tournament.objects.filter(pk=cup.pk).update(structure=cup.structure)
    deal(table_of(cup))
    assert dealer.get("/tables/1/tablet").status_code == 200
    fold_out(table_of(cup))
    by_the_book(wanted)
    assert dealer.get("/tables/1/tablet").json()["duty"]["due"] in ("", "cards")


def test_a_tablet_is_read_while_the_chips_lie_in_bags():
    cup = running(3)
    table, dealer = table_of(cup), Software(cup, Role.DEALER)
    bags.end_session(tournament_id=cup.pk, because="Day one", actor=SYSTEM, now=NOW + MINUTE)
    entry = entry_in(table, 1)
    counted = Counted(entry.stack, {25: entry.stack // 25})
    bags.seal(request(table), entry_id=entry.pk, number="B-1", counted=counted)
    rows = dealer.get("/tables/1/tablet").json()["duty"]["bags"]["rows"]
    bag = {"seal": "B-1", "is_confirmed": False, "is_open": False}
    assert [row["bag"] for row in rows] == [bag, None, None]


def test_a_structure_that_is_only_looked_at_opens_no_tournament():
    """`sure: false` made one."""
    cup = registering()
    browser = signed_in(house_director())
    text = json.dumps(Software(cup, Role.DIRECTOR).get("/setup/structure").json())
    where = "/api/v1/house/tournaments/from-structure"
    before = stored()

    def sent(**more: object) -> dict[str, object]:
        body = json.dumps({"name": "Another", "text": text, **more})
        answer = browser.post(where, body, content_type="application/json")
        assert answer.status_code == 200, answer.content
        return dict(answer.json())

    for doubt in ({}, {"sure": False}):
        assert sent(**doubt)["done"] is False
        assert stored() == before
    assert sent(sure=True)["code"] != cup.code
    assert Tournament.objects.count() == 2


def test_a_reused_command_id_is_the_same_only_where_everything_is():
    """Another amount, table or tournament under an id that was used was answered as done."""
    cup, other = running(3), running(3)
    director, elsewhere = Software(cup, Role.DIRECTOR), Software(other, Role.DIRECTOR)
    wish = {"amount": 5000, "note": "float", "command_id": str(uuid4())}
    assert director.post("/money/change", **wish).status_code == 200
    posted = stored()
    assert director.post("/money/change", **wish).status_code == 200  # the same again: once
    assert stored() == posted
    for who, path, body in (
        (director, "/money/change", {**wish, "amount": 6000}),
        (director, "/money/change", {**wish, "note": ""}),
        (director, "/money/bank", {"amount": 5000, "command_id": wish["command_id"]}),
        (elsewhere, "/money/change", wish),
    ):
        answer = who.post(path, **body)
        assert (answer.status_code, answer.json()["code"]) == (409, "repeated"), path
        assert "Send a new id" in answer.json()["detail"]
    assert stored() == posted


def test_a_command_that_comes_again_upon_a_newer_version_is_still_the_same():
    """What a table's sender saw says when it was sent, not what is asked."""
    cup = running(3)
    dealer = Software(cup, Role.DEALER)
    wish = {"command_id": str(uuid4()), "version": table_of(cup).version}
    assert dealer.post("/tables/1/hands", **wish).status_code == 200
    assert dealer.post("/tables/1/hands", **{**wish, "version": 9}).status_code == 200
    assert table_of(cup).hand_number == 1
    stale = dealer.post("/tables/1/undo", version=9, command_id=str(uuid4()))
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
