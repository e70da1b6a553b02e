"""The API does what the pages do, through the same services, and says no in the same words."""

import json
from html import escape
from uuid import uuid4

import pytest
from django.test import Client

from config.api import api
from engine import codec, commands
from tests.factories import NOW, entry_in, hand_at, registering, running, stored, table_of
from tournament.models import Tournament
from tournament.permissions import SYSTEM, Role
from tournament.services import integrations

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
    assert {row["name"] for row in director.get("/entries").json()} == {"Ann", "Ben", "Cid"}
    assert director.post("/seats/draw").status_code == 200
    assert director.post("/play").status_code == 200
    table = table_of(cup)
    begin = {"version": table.version, "command_id": str(uuid4())}
    assert director.post("/tables/1/hands", **begin).status_code == 200
    assert director.post("/tables/1/hands", **begin).status_code == 200  # the same again: harmless
    hand = hand_at(table_of(cup))
    fold = codec.write_command(commands.Fold(hand.actor))
    version = table_of(cup).version
    wish = {"command": fold, "version": version, "command_id": str(uuid4())}
    assert director.post("/tables/1/commands", **wish).status_code == 200
    assert hand_at(table_of(cup)).actor != hand.actor
    stale = {**wish, "command_id": str(uuid4())}
    answer = director.post("/tables/1/commands", **stale)
    assert answer.status_code == 409
    assert director.post("/clock/pause").status_code == 200
    assert director.get("/clock").json()["phase"] == "paused"
    names = [line["name"] for line in director.get("/journal").json()]
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
    assert answer.json()["why"]
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
    assert answer.json()["why"]
    assert stored() == before


def test_a_command_that_is_no_command_is_refused():
    cup = running(3)
    director = Software(cup, Role.DIRECTOR)
    wish = {"command": ["dance", 1], "version": 0, "command_id": str(uuid4())}
    answer = director.post("/tables/1/commands", **wish)
    assert (answer.status_code, answer.json()["why"]) == (
        422,
        "This is no command of the dealer's.",
    )


def test_every_operation_is_described_for_people_and_machines():
    described = Client().get("/api/v1/openapi.json").json()
    page = Client().get("/api/").content.decode()
    assert len(described["paths"]) == len(api.get_openapi_schema()["paths"]) > 200
    for address, operations in described["paths"].items():
        assert address in page
        assert all(escape(operation["summary"]) in page for operation in operations.values())


def test_an_address_that_is_none_is_told_as_everything_else_is():
    lost = Client().get("/api/v1/tournament/ABCD/clok")
    assert (lost.status_code, lost["Content-Type"]) == (404, "application/json")
    assert "/api/ lists" in lost.json()["why"]
    assert Client().get("/nowhere/")["Content-Type"].startswith("text/html")


def test_what_makes_no_sense_is_answered_with_the_field_it_stands_in():
    director = Software(registering(), Role.DIRECTOR)
    faults = director.post("/prizes", how="by the moon", rows=[{"place": 0}]).json()["why"]
    assert faults.startswith("how: Input should be 'percentages' or 'fixed'; rows.0.place: ")
    assert director.post("/links/x").json()["why"].startswith("number: ")
