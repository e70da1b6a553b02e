"""Every line of the log says whose it is, and reports of faults say nothing of people."""

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from celery import signals
from django.test import Client

from config import error_reports, log
from tests.factories import running

ROOT = Path(__file__).resolve().parents[2]
SECRETS = ("Flo Nightingale", "flo@example.org", "abc123key")


def record(words: str = "Table %s waits", *args: object, trouble: BaseException | None = None):
    told = (type(trouble), trouble, trouble.__traceback__) if trouble else None
    return logging.LogRecord("tables.play", logging.ERROR, "play.py", 7, words, args, told)


# --- Whose line it is ----------------------------------------------------------------------------


def test_a_line_names_its_request_and_tournament():
    with log.at_work("req-1234", "/t/abc12/console/"):
        line = log.Lines().format(record("Table %s waits", 3))
    assert line.endswith("ERROR tables.play [req-1234 ABC12]: Table 3 waits")


def test_a_line_of_json_has_the_same_facts_under_names():
    with log.at_work("req-1234", "/api/v1/tournaments/ABC12/clock"):
        told = json.loads(log.Json("web1").format(record("Table %s waits", 3)))
    assert told.pop("time")
    assert told == {
        "level": "ERROR",
        "logger": "tables.play",
        "message": "Table 3 waits",
        "request": "req-1234",
        "tournament": "ABC12",
        "process": "web1",
    }


@pytest.mark.parametrize("formatter", [log.Lines(), log.Json("web1")])
def test_no_line_has_a_key_in_it(formatter: logging.Formatter):
    try:
        raise ValueError("/me/abc123key/")
    except ValueError as error:
        line = formatter.format(record("Failed: /device/?code=%s", "abc123key", trouble=error))
    assert "abc123key" not in line
    assert "ValueError" in line


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/t/abc12/clock/", "ABC12"),
        ("/ws/t/ABC12/clock/", "ABC12"),
        ("/api/v1/tournaments/ABC12", "ABC12"),
        ("/tournaments/new/", "-"),
        ("/house/", "-"),
        ("/me/abc123key/", "-"),
    ],
)
def test_the_tournament_is_the_one_in_the_address(path: str, code: str):
    with log.at_work("req-1234", path):
        assert log.tournament.get() == code
    assert log.tournament.get() == "-"


@pytest.mark.django_db
def test_a_fault_on_a_page_is_logged_with_request_and_tournament(
    monkeypatch: pytest.MonkeyPatch,
):
    def fails(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("broken")

    cup = running(players=2)
    monkeypatch.setattr("tournament.setup.queries.tournaments.find", fails)
    catcher = logging.StreamHandler(stream := StringIO())
    catcher.setFormatter(log.Lines())
    logging.getLogger("django.request").addHandler(catcher)
    try:
        browser = Client(raise_request_exception=False)
        address = f"/t/{cup.code}/clock/"
        answer = browser.get(address, headers={"X-Request-ID": "from-the-proxy-1"})
    finally:
        logging.getLogger("django.request").removeHandler(catcher)
    assert answer.status_code == 500
    assert answer["X-Request-ID"] == "from-the-proxy-1"
    assert f"[from-the-proxy-1 {cup.code}]" in stream.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("given", ["", "short", "x" * 65, 'a"b{injected}----'])
def test_a_request_without_a_plain_id_is_given_one(client: Client, given: str):
    named = client.get("/rulebooks/", headers={"X-Request-ID": given})["X-Request-ID"]
    assert named != given
    assert len(named) == 16


def test_a_task_is_named_by_its_id():
    signals.task_prerun.send(None, task_id="task-1", task=SimpleNamespace(name="t", request=IDLE))
    try:
        assert log.request_id.get() == "task-1"
    finally:
        log.request_id.set("-")


IDLE = SimpleNamespace(eta=None)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"LOG_FORMAT": "prose"}, "LOG_FORMAT must be lines or json, not prose."),
        ({"SENTRY_DSN": "sentry.example.org"}, "SENTRY_DSN must be an address"),
    ],
)
def test_a_setting_that_is_none_is_refused(told: dict[str, str], said: str):
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **told}
    command = [sys.executable, "manage.py", "check"]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ended.returncode != 0
    assert said in ended.stderr


# --- Reports of faults ---------------------------------------------------------------------------


class Reports:
    """A server that takes envelopes."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, str, bytes]] = []
        reports = self

        class Answer(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                reports.taken.append((self.path, self.headers["X-Sentry-Auth"], body))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing on the terminal."""

        self.server = HTTPServer(("127.0.0.1", 0), Answer)
        self.dsn = f"http://letmein@127.0.0.1:{self.server.server_port}/42"

    def __enter__(self) -> "Reports":
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def reports() -> Iterator[Reports]:
    with Reports() as found:
        yield found


def handler(dsn: str) -> error_reports.Handler:
    return error_reports.Handler(dsn, "shuffle-up@1.0.0", "web1")


def failing(name: str) -> None:
    mail = "flo@example.org"
    try:
        int(name)
    except ValueError as error:
        raise LookupError(f"{name} <{mail}>") from error


def test_a_fault_is_reported_with_its_place_and_nothing_of_people(reports: Reports):
    ours = handler(reports.dsn)
    with pytest.raises(LookupError) as raised, log.at_work("req-1234", "/t/ABC12/desk/"):
        failing("Flo Nightingale")
    with log.at_work("req-1234", "/t/ABC12/desk/"):
        ours.emit(record("%s failed at /me/%s/", *SECRETS[1:], trouble=raised.value))
    ours.waiting.join()
    [(path, key, body)] = reports.taken
    assert path == "/api/42/envelope/"
    assert "sentry_key=letmein" in key
    heading, kind, event = (json.loads(line) for line in body.decode().splitlines())
    assert kind == {"type": "event"}
    assert heading["event_id"] == event["event_id"]
    assert event["message"] == "%s failed at /me/%s/"
    assert event["tags"] == {"request": "req-1234", "tournament": "ABC12"}
    first, second = event["exception"]["values"]
    assert (first["type"], second["type"]) == ("ValueError", "LookupError")
    last = second["stacktrace"]["frames"][-1]
    assert (last["filename"], last["function"]) == ("tests/platform/test_log.py", "failing")
    assert last["in_app"]
    assert [secret for secret in SECRETS if secret in body.decode()] == []


def test_what_is_no_fault_is_not_reported(reports: Reports):
    teller = logging.Logger("quiet")
    teller.addHandler(ours := handler(reports.dsn))
    teller.warning("A browser is slow.")
    ours.waiting.join()
    assert reports.taken == []


def test_a_receiver_that_is_away_harms_nobody(caplog: pytest.LogCaptureFixture):
    ours = handler("http://key@127.0.0.1:1/42")
    ours.emit(record())
    ours.waiting.join()
    assert "A report was not taken" in caplog.text


def test_while_too_many_wait_further_reports_are_left_out(monkeypatch: pytest.MonkeyPatch):
    ours = handler("http://key@127.0.0.1:1/42")
    monkeypatch.setattr(ours, "sender", threading.current_thread())
    for _ in range(error_reports.WAITING + 5):
        ours.emit(record())
    assert ours.waiting.qsize() == error_reports.WAITING


@pytest.mark.parametrize(
    ("dsn", "address"),
    [
        ("https://k@sentry.example.org/7", "https://sentry.example.org/api/7/envelope/"),
        ("https://k@example.org:9000/bugs/7", "https://example.org:9000/bugs/api/7/envelope/"),
    ],
)
def test_the_address_follows_from_the_dsn(dsn: str, address: str):
    assert error_reports.receiver(dsn) == (address, "k")
