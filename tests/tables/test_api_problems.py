"""The API's HTTP: one shape for every error, HEAD, ETags, other sites' scripts, limits, readers."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.test import override_settings as with_settings

from tests.factories import MINUTE, NOW, registering, running, stored
from tests.tables.test_api import Software
from tournament import requests
from tournament.api import allowance, problems
from tournament.models import ApiToken
from tournament.permissions import Role
from tournament.setup.queries import tournaments

pytestmark = pytest.mark.django_db
FIELDS = ["type", "title", "status", "code", "detail", "clause", "errors"]


def problem(answer) -> tuple[int, str]:
    """Status and code of an answer in the one shape; both are in its body, too."""
    assert answer["Content-Type"] == "application/problem+json"
    said = json.loads(answer.content)
    assert list(said) == FIELDS
    assert said["status"] == answer.status_code
    assert said["title"]
    assert said["detail"]
    return answer.status_code, said["code"]


def test_whatever_goes_wrong_has_one_shape():
    cup = running(3)
    director, desk = Software(cup, Role.DIRECTOR), Software(cup, Role.DESK)
    at, before = director.at, stored()
    taken = {"version": 0, "command_id": str(uuid4())}
    unread = Client().post(
        f"{at}/moves", "{", content_type="application/json", headers=director.headers
    )
    for answer, wanted in (
        (unread, (400, "unreadable")),
        (Client().get(f"{at}/journal"), (401, "not_known")),
        (desk.post("/clock/pause"), (403, "forbidden")),
        (director.get("/entries/99/nothing"), (404, "not_found")),
        (director.post("/entries/99/check-in"), (404, "not_found")),
        (Client().get("/api/v2/tournaments"), (404, "not_found")),
        (Client().get("/api/nowhere"), (404, "not_found")),
        (Client().delete(f"{at}/clock"), (405, "not_allowed")),
        (director.post("/tables/1/undo", **taken), (409, "refused")),
        (director.post("/tables/1/undo", **taken | {"version": 99}), (409, "stale")),
        (director.post("/moves", entry=0, table=1, seat=1), (422, "invalid")),
    ):
        assert problem(answer) == wanted, answer.content
    assert stored() == before


def test_a_method_that_is_not_taken_is_told_which_are():
    answer = Client().put("/api/v1/tournaments")
    assert problem(answer) == (405, "not_allowed")
    assert answer["Allow"] == "GET"


def test_more_than_is_taken_is_too_large():
    cup = registering()
    director = Software(cup, Role.DIRECTOR)
    with with_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000):
        answer = director.post("/entries", name="A" * 2000)
        assert problem(answer) == (413, "too_large")
        assert problem(director.post("/play", strange="A" * 2000)) == (413, "too_large")


def test_what_fails_in_the_server_says_so_in_the_same_shape(monkeypatch: pytest.MonkeyPatch):
    def fail(_code: str) -> None:
        raise RuntimeError("out of order")

    cup = running(3)
    monkeypatch.setattr(tournaments, "find", fail)
    answer = Client(raise_request_exception=False).get(f"/api/v1/tournaments/{cup.code}/clock")
    assert problem(answer) == (500, "failed")
    assert "out of order" not in answer.content.decode()
    assert answer["X-Request-ID"]


def test_a_host_that_is_none_of_ours_is_answered_in_the_same_shape():
    with with_settings(ALLOWED_HOSTS=["poker.example"]):
        answer = Client().get("/api/v1/tournaments", headers={"Host": "elsewhere.example"})
    assert problem(answer) == (400, "unreadable")


def test_every_field_that_is_wrong_is_listed():
    director = Software(registering(), Role.DIRECTOR)
    answer = director.post("/prizes", how="by the moon", rows=[{"place": 0}])
    assert problem(answer) == (422, "invalid")
    assert [fault["field"] for fault in answer.json()["errors"]] == ["how", "rows.0.place"]
    assert all(fault["detail"] for fault in answer.json()["errors"])


def test_a_refusal_speaks_to_software():
    """It was told to tap again, and to reload a page."""
    cup = running(3)
    director = Software(cup, Role.DIRECTOR)
    stale = director.post("/tables/1/undo", version=9, command_id=str(uuid4())).json()
    assert stale["detail"] == problems.NEWER
    clock = director.post("/clock/pause", version=99).json()
    assert clock["detail"] == problems.NEWER
    assert problems.words("Unknown sound. Reload the page.") == "Unknown sound."
    assert problems.words("this order is not open any more: look") == (
        "This order is not open any more: look"
    )


def test_head_is_answered_like_get_without_the_body():
    cup = running(3)
    at = f"/api/v1/tournaments/{cup.code}/standings"
    head, get = Client().head(at), Client().get(at)
    assert (head.status_code, head.content) == (200, b"")
    assert head["Content-Type"] == get["Content-Type"] == "application/json; charset=utf-8"
    assert Client().head("/api/v1/tournaments/NONE").status_code == 404


def test_who_has_an_answer_already_is_told_that_it_has_not_changed():
    cup = registering()
    at = f"/api/v1/tournaments/{cup.code}"
    first = Client().get(at)
    again = Client().get(at, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    weak = Client().get(at, headers={"If-None-Match": f'"x", W/{first["ETag"]}'})
    assert weak.status_code == 304
    Software(cup, Role.DIRECTOR).post("/setup", name="Another name")
    assert Client().get(at, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_scripts_of_other_sites_read_what_needs_no_token_and_nothing_else():
    cup = running(3)
    director = Software(cup, Role.DIRECTOR)
    at = f"/api/v1/tournaments/{cup.code}"
    origin = {"Origin": "https://poker.example"}
    open_to_all = Client().get(f"{at}/clock", headers=origin)
    assert open_to_all["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in open_to_all["Access-Control-Expose-Headers"]
    with_token = Client().get(f"{at}/journal", headers=director.headers | origin)
    assert with_token.status_code == 200
    assert "Access-Control-Allow-Origin" not in with_token
    assert "Access-Control-Allow-Origin" not in director.post("/clock/pause")
    asked = Client().options(f"{at}/clock", headers=origin)
    assert (asked.status_code, asked["Access-Control-Allow-Methods"]) == (204, "GET, HEAD")
    assert "Authorization" not in asked["Access-Control-Allow-Headers"]


def test_every_answer_says_when_its_token_ends_and_how_often_it_may_still_ask(wall):
    cup = running(3)
    director = Software(cup, Role.DIRECTOR)
    wall.now = NOW + MINUTE
    first, second = director.get("/clock"), director.get("/journal")
    assert "Token-Expires" not in first  # what needs no token is not counted
    assert second["Token-Expires"] == (NOW + timedelta(days=90)).isoformat()
    assert second["RateLimit-Limit"] == str(allowance.PER_MINUTE)
    assert second["RateLimit-Remaining"] == str(allowance.PER_MINUTE - 1)
    assert second["RateLimit-Reset"] == "60"
    assert director.get("/journal")["RateLimit-Remaining"] == str(allowance.PER_MINUTE - 2)


def test_a_token_that_asks_too_often_waits_for_the_next_minute(
    wall, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(allowance, "PER_MINUTE", 2)
    cup = running(3)
    director, other = Software(cup, Role.DIRECTOR), Software(cup, Role.DESK)
    wall.now = NOW + timedelta(seconds=75)
    assert [director.get("/journal").status_code for _ in range(2)] == [200, 200]
    answer = director.get("/journal")
    assert problem(answer) == (429, "too_many")
    assert (answer["Retry-After"], answer["RateLimit-Remaining"]) == ("45", "0")
    assert other.get("/entries").status_code == 200
    wall.now = NOW + 2 * MINUTE
    assert director.get("/journal").status_code == 200


def test_an_expired_token_opens_nothing(wall):
    cup = running(3)
    director = Software(cup, Role.DIRECTOR)
    wall.now = ApiToken.objects.get().expires_at
    assert problem(director.get("/journal")) == (401, "not_known")


def test_an_inspectors_token_reads_everything_and_changes_nothing():
    cup = running(3)
    reader = Software(cup, Role.INSPECTOR)
    for path in ("/journal", "/money", "/entries", "/console", "/archive"):
        assert reader.get(path).status_code == 200, path
    before = stored()
    answer = reader.post("/tables/1/deck/order-count", why="It feels thin")
    assert problem(answer) == (403, "forbidden")
    assert answer.json()["detail"] == "An inspector's token only reads."
    assert stored() == before


def test_a_file_that_is_too_large_is_told_so_with_its_own_status():
    assert requests.status_of(requests.TooLarge("The file is larger than 20 MB.")) == 413
