"""What the API reads is typed: people by entry and player, cents, chips, times, pages."""

from datetime import datetime

import pytest
from django.test import Client

from engine.structure import presets
from tests.factories import (
    bust_all_but,
    fold_round,
    registering,
    running,
    stored,
    table_of,
)
from tests.tables.test_api import Software
from tournament.permissions import Role

pytestmark = pytest.mark.django_db
# What is as it is: what chance brought, what a line of the journal keeps, a file's own format.
AS_IT_IS = {"DrawProof", "JournalLine", "StructureFile", "NewsData"}


def described():
    return Client().get("/api/v1/openapi.json").json()


def test_every_answer_has_a_schema_with_fields():
    """Forty of them could be anything."""
    said = described()
    shapeless = [
        name
        for name, schema in said["components"]["schemas"].items()
        if schema.get("type") == "object" and not schema.get("properties")
    ]
    assert shapeless == []
    anything = {
        name
        for name, schema in said["components"]["schemas"].items()
        for field in schema.get("properties", {}).values()
        if field.get("additionalProperties") is True
        or {"type": "object", "additionalProperties": True} in field.get("anyOf", ())
    }
    assert anything <= AS_IT_IS
    for path, methods in said["paths"].items():
        for operation in methods.values():
            content = operation["responses"]["200"]["content"]
            assert content, path
            schema = content.get("application/json", {"schema": {"type": "array"}})["schema"]
            assert schema.get("type") != "object", path


def test_no_name_of_a_column_is_told():
    names = {
        field
        for schema in described()["components"]["schemas"].values()
        for field in schema.get("properties", {})
    }
    assert [name for name in names if "__" in name] == []


def test_files_say_what_they_are():
    paths = described()["paths"]
    at = "/api/v1/tournaments/{code}"
    kinds = {
        path: sorted(paths[at + path]["get"]["responses"]["200"]["content"])
        for path in ("/hands.phhs", "/archive", "/reports/{key}/{form}")
    }
    assert kinds["/hands.phhs"] == ["text/plain"]
    assert kinds["/archive"] == ["application/gzip"]
    assert kinds["/reports/{key}/{form}"][-1] == "text/csv"


def test_presets_are_listed_for_everybody():
    listed = Client().get("/api/v1/presets").json()
    assert [one["preset"] for one in listed] == [one.key for one in presets.PRESETS]
    assert all(one["currency"] == "$" and one["levels"] > 0 for one in listed)


def test_an_entry_says_what_it_owes_and_where_it_sits():
    cup = registering()
    desk = Software(cup, Role.DIRECTOR)
    desk.post("/money/prices", price={"entry": 5000})
    made = desk.post("/entries", name="Ann").json()
    assert (made["entry"], made["owes"], made["receipt"]) == (1, 5000, None)
    paid = desk.post("/entries/1/pay").json()
    entry = desk.get("/entries/1").json()
    assert (entry["price"], entry["owes"], entry["table"]) == (5000, 0, None)
    assert entry["player"] == made["player"]
    assert datetime.fromisoformat(entry["paid_at"]).tzinfo
    assert desk.post("/entries", name="Ben", method="card").json()["receipt"] == paid["receipt"] + 1
    assert desk.get("/entries/3").status_code == 404
    playing = running(3)
    seat = Software(playing, Role.DESK).get("/entries/2").json()
    assert (seat["table"], seat["seat"] in (1, 2, 3)) == (1, True)


def test_what_is_long_comes_in_pages():
    cup = registering(5)
    director = Software(cup, Role.DIRECTOR)
    first = director.get("/entries?limit=2").json()
    assert [row["entry"] for row in first["rows"]] == [5, 4]
    numbers, cursor = [5, 4], first["next"]
    while cursor is not None:
        page = director.get(f"/entries?limit=2&before={cursor}").json()
        numbers += [row["entry"] for row in page["rows"]]
        cursor = page["next"]
    assert numbers == [5, 4, 3, 2, 1]
    lines = director.get("/journal?limit=1").json()
    older = director.get(f"/journal?limit=1&before={lines['next']}").json()
    assert older["rows"][0]["sequence"] == lines["rows"][0]["sequence"] - 1
    assert director.get("/lists/staff").json() == {"next": None, "rows": []}


def test_tables_and_hands_are_read_as_they_stand():
    cup = running(3)
    at = f"/api/v1/tournaments/{cup.code}"
    fold_round(table_of(cup))
    (table,) = Client().get(f"{at}/tables").json()
    assert (table["number"], table["state"], table["players"]) == (1, "open", 3)
    assert table["version"] == table_of(cup).version
    (hand,) = Client().get(f"{at}/hands").json()["rows"]
    assert sorted(one["entry"] for one in hand["players"]) == [1, 2, 3]
    told = Client().get(f"{at}/tables/1/hands/{hand['hand']}").json()
    assert told["pot"] == hand["pot"] > 0
    assert told["steps"][-1]["words"] == "Hand complete."
    shown = Client().get(f"{at}/tables/1").json()
    assert {one["entry"] for one in shown["seats"] if one["name"]} == {1, 2, 3}


def test_places_are_numbers_and_a_prize_says_whether_it_is_paid():
    cup = running(3)
    bust_all_but(table_of(cup), 1)
    standings = Client().get(f"/api/v1/tournaments/{cup.code}/standings").json()
    finished = standings["finished"]
    assert {one["place"] for one in finished} <= {1, 2, 3}
    assert all({"entry", "player", "name", "at"} <= set(one) for one in finished)
    assert all(one["prize"] is None for one in finished)
    director = Software(cup, Role.DIRECTOR)
    assert director.get("/dues").json() == []
    saved = director.get("/prizes").json()
    assert (saved["how"], saved["published_at"]) == ("percentages", None)


def test_a_command_answers_with_the_version_and_whose_turn_it_is():
    cup = running(3)
    director = Software(cup, Role.DIRECTOR)
    first = {"version": table_of(cup).version, "command_id": "8d1c7f5e-6b1a-4c58-9d52-0d5a3f3b9a11"}
    begun = director.post("/tables/1/hands", **first).json()
    assert begun["version"] == table_of(cup).version
    assert (begun["is_in_hand"], begun["hand_number"]) == (True, 1)
    fold = {
        "command": {"kind": "fold", "seat": begun["to_act"]},
        "version": begun["version"],
        "command_id": "8d1c7f5e-6b1a-4c58-9d52-0d5a3f3b9a12",
    }
    after = director.post("/tables/1/commands", **fold).json()
    assert after["to_act"] not in (None, begun["to_act"])


def test_a_move_says_that_it_waits_for_the_hand():
    cup = running(4, seats=3)
    director = Software(cup, Role.DIRECTOR)
    table = table_of(cup, 1)
    director.post(
        "/tables/1/hands",
        version=table.version,
        command_id="8d1c7f5e-6b1a-4c58-9d52-0d5a3f3b9a13",
    )
    entry = table.seatings.filter(until=None)[0].entry.number
    moved = director.post("/moves", entry=entry, table=2, seat=1).json()
    assert (moved["is_waiting"], moved["table"], moved["seat"]) == (True, 2, 1)
    (order,) = director.get("/orders").json()
    assert (order["entry"], order["to_table"]) == (entry, 2)


def test_reading_changes_nothing():
    cup = running(3)
    director = Software(cup, Role.DIRECTOR)
    before = stored()
    for path in ("/clock", "/structure", "/seating", "/payouts", "/console", "/tables/1/tablet"):
        assert director.get(path).status_code == 200, path
    assert stored() == before
