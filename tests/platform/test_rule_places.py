"""Where a marked test proves its clause: by what it ran, wherever its file lies."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client
from playwright.sync_api import Page

from config.routing import sockets
from engine.management import proofs
from engine.refusal import Refused
from engine.structure import presets
from tests import rule_places
from tests.factories import DIRECTOR, MINUTE, NOW, running
from tests.rule_places import Record, may_be_proved, place
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.clock.services.buttons import Press
from tournament.models import Tournament

SAMPLE = """
import pytest

@pytest.mark.rule("fours:level-1")
@pytest.mark.parametrize("case", ["a::b", "c"])
def test_it(case): ...

@pytest.mark.rule("fours:level-2")
def test_what_fails(): assert False

def test_no_clause(): ...

@pytest.fixture
def what_breaks():
    yield
    assert False

@pytest.mark.rule("fours:level-3")
def test_what_ends_badly(what_breaks): ...
"""


def press(tournament: Tournament, kind: str) -> None:
    at = NOW + MINUTE
    clock.act(tournament_id=tournament.pk, kind=kind, actor=DIRECTOR, now=at, press=Press())


def test_what_needs_no_database_is_the_engine():
    assert place() == "engine"


@pytest.mark.django_db
def test_a_scene_and_a_look_at_it_are_no_proof_of_a_service():
    clock_queries.picture(running(), now=NOW)
    assert place() == "engine"


@pytest.fixture
def paused(db: None) -> Tournament:
    cup = running()
    press(cup, "pause")
    return cup


def test_what_a_fixture_had_done_does_not_count(paused: Tournament):
    assert place() == "engine"


@pytest.mark.django_db
def test_a_service_that_did_something_is_seen():
    press(running(), "pause")
    assert place() == "service"


def test_a_service_that_refused_is_seen_too(paused: Tournament):
    with pytest.raises(Refused):
        press(paused, "pause")
    assert place() == "service"


@pytest.mark.parametrize(
    ("path", "is_service"),
    [("tables/hall/services/seats.py", True), ("tables/queries/services.py", False)],
)
def test_services_are_known_by_their_folder_wherever_it_is(path: str, is_service: bool):
    known: dict[str, Any] = {"look": rule_places._is_by_a_service, "sys": sys}
    exec(compile("seen = look(sys._getframe())", f"{rule_places.ROOT}{path}", "exec"), known)
    assert known["seen"] is is_service


@pytest.mark.django_db
def test_a_request_is_a_page_whatever_service_it_calls(client: Client):
    press(running(), "pause")
    assert client.get("/sign-in/").status_code == 200
    assert place() == "page"


@pytest.mark.django_db(transaction=True)
async def test_a_socket_is_a_page_too():
    socket = WebsocketCommunicator(sockets, "/ws/nowhere/", headers=[(b"origin", b"http://hall")])
    await socket.connect()
    assert place() == "page"


@pytest.mark.browser
def test_a_browser_counts_once_the_site_has_answered_it(page: Page):
    page.set_content("<p>a page of nobody's</p>")
    assert place() == "engine"
    page.goto("/sign-in/")
    assert place() == "browser"


def test_without_any_tournament_a_test_may_prove_clauses_of_every_book():
    assert may_be_proved("fours:level-1")


@pytest.mark.django_db
def test_no_clause_is_proved_by_a_tournament_of_another_book_alone():
    running()
    assert may_be_proved("adelaide:1.Pot")
    assert may_be_proved("tda2024:R1")
    assert not may_be_proved("fours:level-1")
    running(8, preset=presets.get("fours"))
    assert may_be_proved("fours:level-1")


def test_the_book_of_a_fixtures_tournament_is_in_play(paused: Tournament):
    assert not may_be_proved("fours:level-1")


def report(test: str, outcome: Any, place: str) -> pytest.TestReport:
    said = (
        [("proof", {"place": place, "clauses": ["fours:level-1"]})] if outcome == "passed" else []
    )
    where = ("test_sample.py", 1, test)
    return pytest.TestReport(test, where, {}, outcome, None, "call", user_properties=said)


def test_a_run_of_a_few_tests_leaves_what_is_known_of_the_others(tmp_path: Path):
    path = tmp_path / "test-results" / "proofs.json"
    for outcomes in ({"a": "passed", "b": "passed", "c": "passed"}, {"b": "failed", "c": "passed"}):
        record = Record(path)
        for test, outcome in outcomes.items():
            record.pytest_runtest_logreport(report(test, outcome, f"page {len(outcomes)}"))
        record.pytest_sessionfinish()
    assert {test: proof["place"] for test, proof in proofs.read(path).items()} == {
        "a": "page 3",
        "c": "page 2",
    }


def test_what_passed_is_written_down_by_whoever_gathers_it(tmp_path: Path):
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = rule(clause): a clause\n")
    (tmp_path / "test_sample.py").write_text(SAMPLE)
    alone = ["-p", "no:django", "-p", "tests.rule_places", "-n", "2"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *alone],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": rule_places.ROOT},
        check=False,
        capture_output=True,
        text=True,
    )
    assert "1 failed, 4 passed, 1 error" in ran.stdout, ran.stdout + ran.stderr
    expected = {"place": "engine", "clauses": ["fours:level-1"]}
    assert proofs.read(tmp_path / proofs.RECORD) == {
        "test_sample.py::test_it[a::b]": expected,
        "test_sample.py::test_it[c]": expected,
    }
