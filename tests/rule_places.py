"""Pytest plugin: where a test with a rule marker proves its clause, by what it really ran.

browser: a page was opened in Chromium, and the served site answered
page: the site answered a request, or took a socket, in the test's own process
service: a function of a `services` module asked a database in which something is stored
engine: none of these

The scene does not count: fixtures only store something, and so do the tournaments of `tests.kept`,
which the services make for the first test of a process alone. Of a book that no tournament of the
scene or the test was played under, a test proves no clause.
"""

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.core.signals import request_finished
from django.db.backends.signals import connection_created
from django.db.models.signals import post_init
from playwright.sync_api import Page

from engine import clauses
from engine.management import proofs
from engine.management.proofs import PLACES, Proof

ROOT = f"{Path(__file__).resolve().parent.parent}/"
KEPT = f"{ROOT}tests/kept.py"
SERVICES = "/services/"  # such a folder, wherever it is in the tree
WRITES = ("INSERT", "UPDATE", "DELETE")
STORED = "stored"
PROOF = "proof"

_ran: set[str] = set()
_played: set[str] = set()  # the rulebooks of all tournaments the test has met


def place() -> str:
    """The outermost place that the running test has gone through so far."""
    return max((name for name in ("engine", *_ran) if name in PLACES), key=PLACES.index)


def pytest_configure(config: pytest.Config) -> None:
    """Watch the ways into the product; who gathers the tests' reports writes down what they say."""
    request_finished.connect(_note_request)
    connection_created.connect(_watch_statements)
    post_init.connect(_note_rulebook, sender="tournament.Tournament")
    patch = pytest.MonkeyPatch()
    patch.setattr(Page, "goto", _noting_pages(Page.goto))
    patch.setattr(WebsocketCommunicator, "connect", _noting_sockets(WebsocketCommunicator.connect))
    config.add_cleanup(patch.undo)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Record(config.rootpath / proofs.RECORD))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    _ran.clear()
    _played.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    """Of the fixtures remember only that they stored something; of a test that passes, all."""
    _ran.intersection_update({STORED})
    result = yield
    named = {marker.args[0] for marker in item.iter_markers("rule")}
    if proved := sorted(clause for clause in named if may_be_proved(clause)):
        item.user_properties.append((PROOF, {"place": place(), "clauses": proved}))
    return result


def may_be_proved(clause: str) -> bool:
    """Whether its book was in play, if any was; common practice is, under every book."""
    book = clause.partition(":")[0]
    return not _played or book in _played or book not in clauses.books()


class Record:
    """What the passed tests of this run prove; those that did not run keep what is known."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seen: dict[str, Proof | None] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:  # in its fixtures, too
            self.seen[report.nodeid] = None
        elif report.when == "call":
            said: dict[str, Any] = dict(report.user_properties)
            self.seen[report.nodeid] = said.get(PROOF)

    def pytest_sessionfinish(self) -> None:
        merged = {**proofs.read(self.path), **self.seen}
        if merged:
            proofs.write(self.path, {test: proof for test, proof in merged.items() if proof})


def _note_rulebook(instance: Any, **_: Any) -> None:
    if book := vars(instance).get("rulebook"):  # reading it otherwise could ask the database
        _played.add(book)


def _note_request(**_: Any) -> None:
    _ran.add("page")


def _noting_sockets(connect: Any) -> Any:
    async def noted(*args: Any, **options: Any) -> Any:
        answer = await connect(*args, **options)
        _ran.add("page")
        return answer

    return noted


def _noting_pages(goto: Any) -> Any:
    def noted(*args: Any, **options: Any) -> Any:
        answer = goto(*args, **options)
        if answer is not None:
            _ran.add("browser")
        return answer

    return noted


def _watch_statements(connection: Any, **_: Any) -> None:
    if _note_statement not in connection.execute_wrappers:
        connection.execute_wrappers.insert(0, _note_statement)  # a test takes its own off the end


def _note_statement(execute: Any, sql: Any, *rest: Any) -> Any:
    if str(sql).lstrip()[:6].upper() in WRITES:
        _ran.add(STORED)
    if STORED in _ran and "service" not in _ran and _is_by_a_service(sys._getframe()):
        _ran.add("service")
    return execute(sql, *rest)


def _is_by_a_service(frame: FrameType | None) -> bool:
    """Whether a service asks, and not to lay out a scene that is kept for later tests."""
    is_service = False
    while frame is not None:
        path = frame.f_code.co_filename
        if path == KEPT:
            return False
        is_service = is_service or (SERVICES in path and path.startswith(ROOT))
        frame = frame.f_back
    return is_service
