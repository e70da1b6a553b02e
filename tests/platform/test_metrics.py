"""`/metrics` tells every process's figures in Prometheus' format, to who may read them."""

import json
import re
import time
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from celery import signals
from celery.worker.request import Request
from django.conf import settings
from django.test import Client
from websockets.sync.client import connect
from websockets.typing import Origin

from config import health, metrics
from config.celery import app as celery_app
from config.sqlite.base import Queue
from tests import servers
from tests.factories import running, table_of, tablet_browser, tap
from tests.site import LiveSite
from tournament.live import broadcast, fanout

DASHBOARD = Path(__file__).resolve().parents[2] / "deploy" / "grafana.json"
LINE = re.compile(r'shuffle_up_\w+\{(\w+="([^"\\]|\\.)*"(,\w+="([^"\\]|\\.)*")*)?\} [\d.e+-]+')

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _counts_from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "FIGURES", figures := metrics.Figures())
    monkeypatch.setattr("config.middleware.FIGURES", figures)
    monkeypatch.setattr(fanout, "TALLY", tally := fanout.Tally())
    monkeypatch.setattr(broadcast, "TALLY", tally)
    monkeypatch.setattr(metrics, "TALLY", tally)


def told(client: Client) -> str:
    return client.get("/metrics").content.decode()


def value(text: str, name: str, **labels: str) -> float:
    """The one figure of this name that has these labels."""
    wanted = {f'{label}="{word}"' for label, word in labels.items()}
    found = [
        line.rsplit(" ", 1)[1]
        for line in text.splitlines()
        if line.startswith(f"shuffle_up_{name}{{")
        and wanted <= set(re.findall(r'\w+="[^"]*"', line))
    ]
    assert len(found) == 1, f"{name} {labels}: {found}"
    return float(found[0])


# --- Who may read it -----------------------------------------------------------------------------


@pytest.mark.parametrize("sender", ["127.0.0.1", "::1"])
def test_this_machine_reads_it(client: Client, sender: str):
    answer = client.get("/metrics", REMOTE_ADDR=sender)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"


@pytest.mark.parametrize("sender", ["192.168.1.7", "203.0.113.5", "not an address"])
def test_another_machine_does_not(client: Client, sender: str):
    answer = client.get("/metrics", REMOTE_ADDR=sender)
    assert answer.status_code == 403
    assert "shuffle_up_" not in answer.content.decode()


def test_behind_a_proxy_the_sender_counts_and_not_the_proxy(client: Client, settings):
    settings.BEHIND_PROXY = True
    answer = client.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1, 203.0.113.5"})
    assert answer.status_code == 403


def test_an_open_network_reads_it(client: Client, settings):
    settings.METRICS_NETWORKS = ["192.168.1.0/24"]
    assert client.get("/metrics", REMOTE_ADDR="192.168.1.7").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="192.168.2.7").status_code == 403


@pytest.mark.parametrize(("token", "status"), [("Bearer right", 200), ("Bearer wrong", 403)])
def test_the_token_opens_it_anywhere(client: Client, settings, token: str, status: int):
    settings.METRICS_TOKEN = "right"
    answer = client.get("/metrics", headers={"Authorization": token}, REMOTE_ADDR="203.0.113.5")
    assert answer.status_code == status


def test_without_a_token_set_an_empty_one_opens_nothing(client: Client):
    sent = {"Authorization": "Bearer "}
    assert client.get("/metrics", headers=sent, REMOTE_ADDR="203.0.113.5").status_code == 403


# --- What it says --------------------------------------------------------------------------------


def test_every_line_is_in_the_format_and_every_family_is_described_once(client: Client):
    client.get("/healthz")
    lines = told(client).splitlines()
    figures = [line for line in lines if not line.startswith("#")]
    assert [line for line in figures if not LINE.fullmatch(line)] == []
    described = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(described) == len(set(described))


def test_pages_are_counted_by_name_method_and_status(client: Client):
    for _ in range(3):
        client.get("/rulebooks/")
    client.get("/t/NOSUCH/")
    found = told(client)
    asked = {"method": "GET", "process": settings.PROCESS}
    assert value(found, "request_seconds_count", page="rulebooks", status="200", **asked) == 3
    assert value(found, "request_seconds_bucket", page="rulebooks", le="+Inf", **asked) == 3
    assert value(found, "request_seconds_sum", page="rulebooks", **asked) > 0


def test_an_address_or_method_that_is_made_up_makes_no_figure_of_its_own(client: Client):
    client.get("/no/such/page")
    client.get("/another")
    client.generic("BREW", "/no/such/page")
    found = told(client)
    assert value(found, "request_seconds_count", page="none", method="GET", status="404") == 2
    assert value(found, "request_seconds_count", page="none", method="other") == 1


def test_taps_are_counted_by_kind_and_their_refusals_apart(client: Client):
    table = table_of(running(players=3))
    tablet = tablet_browser(table)
    for kind in ("call_floor", "award_all", "made-up"):
        tap(tablet, table, kind, reason="A dispute")
    found = told(client)
    posted = {"page": "tablet-command", "method": "POST"}
    count = "request_seconds_count"
    assert value(found, count, kind="call_floor", status="200", **posted) == 1
    assert value(found, count, kind="award_all", status="409", **posted) == 1
    assert value(found, count, kind="other", status="422", **posted) == 1


def test_parts_and_servers_are_told(client: Client):
    health.leave_sign("worker")
    found = told(client)
    assert value(found, "up", part="database") == value(found, "up", part="worker") == 1
    assert value(found, "up", part="beat") == 0
    assert value(found, "database_bytes") > 10_000
    assert value(found, "redis_bytes") > 10_000
    assert value(found, "answer_seconds", part="redis") > 0
    assert value(found, "tasks_waiting") >= 0
    assert value(found, "info", version=settings.VERSION) == 1


def test_a_redis_that_is_away_is_told_and_the_own_figures_remain(client: Client, settings):
    client.get("/rulebooks/")
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    found = told(client)
    assert value(found, "up", part="redis") == 0
    assert value(found, "request_seconds_count", page="rulebooks") == 1
    assert "redis_bytes" not in found


# --- Several processes ---------------------------------------------------------------------------


def test_every_process_is_told_apart_and_nothing_is_counted_twice(client: Client, settings):
    for process, pages in (("web1", 2), ("web2", 3)):
        settings.PROCESS = process
        for _ in range(pages):
            metrics.FIGURES.time("request_seconds", 0.01, page="front")
        metrics.leave()
    found = told(client)
    assert value(found, "request_seconds_count", page="front", process="web1") == 2
    assert value(found, "request_seconds_count", page="front", process="web2") == 5


def test_a_process_that_has_ended_is_forgotten(client: Client):
    with health.client() as server:
        long_ago = time.time() - metrics.FORGOTTEN_AFTER_SECONDS - 1
        server.hset(metrics.KEY, "gone", json.dumps([long_ago, [["pushes_total", {}, 7]]]))
        assert 'process="gone"' not in told(client)
        assert not server.hexists(metrics.KEY, "gone")


def test_a_served_site_tells_of_its_sockets_and_pushes(live_site: LiveSite):
    cup = running(players=3)
    address = f"{live_site.socket_url}/ws/t/{cup.code}/clock/"
    with connect(address, origin=Origin(live_site.url)) as socket:
        assert "clock" in socket.recv(timeout=10)
        with urllib.request.urlopen(f"{live_site.url}/metrics", timeout=10) as page:
            found = page.read().decode()
    assert value(found, "sockets", shows="tournament.clock") == 1
    assert value(found, "drawings_total") >= 1


def test_a_worker_has_no_port_and_is_told_of_all_the_same(live_tasks: LiveSite):
    def is_told() -> bool:
        with urllib.request.urlopen(f"{live_tasks.url}/metrics", timeout=10) as page:
            return '_late_seconds_count{task="tournament.tasks.advance_clocks"' in str(page.read())

    servers.wait_until(is_told, what="the worker's figures are told")


# --- Sockets, writers, tasks ---------------------------------------------------------------------


def test_sockets_are_counted_by_what_they_show():
    halls = fanout.Halls()
    for name, sockets in (("table.5.public", 2), ("table.6.public", 1), ("tournament.3.clock", 4)):
        hall = fanout.Hall(fanout.Picture((name,), lambda: fanout.Drawn("1", "")))
        hall.lines = {fanout.Line() for _ in range(sockets)}
        halls._halls[1, name] = hall
    assert halls.sockets() == {"table.public": 3, "tournament.clock": 4}


async def test_pushes_and_browsers_that_do_not_keep_up_are_counted():
    hall = fanout.Hall(fanout.Picture(("table.5.public",), lambda: fanout.Drawn("1", "")))
    hall.lines = {fanout.Line(lambda frame: True), fanout.Line(lambda frame: False)}
    hall.tell(fanout.Drawn("2", "picture"))
    tally = fanout.TALLY
    assert (tally.pushes, tally.sent, tally.dropped) == (1, 2, 1)


def test_a_message_that_redis_does_not_take_is_counted(monkeypatch: pytest.MonkeyPatch):
    def fails(_messages: object) -> None:
        raise OSError("away")

    monkeypatch.setattr(broadcast, "_publish", fails)
    broadcast.send([("table.5.public", {})])
    assert fanout.TALLY.unsent == 1


@pytest.mark.parametrize(("look_every", "lost"), [(fanout.LOOK_EVERY, True), (1.0, False)])
def test_what_is_shown_late_on_purpose_is_not_lost(look_every: float, lost: bool):
    picture = fanout.Picture(("g",), lambda: fanout.Drawn("1", ""), look_every=look_every)
    assert picture.is_told is lost


def test_writers_in_the_queue_are_counted_with_the_time_they_waited():
    queue = Queue()
    came = queue.waits()
    assert (queue.waiting, queue.turns) == (1, 0)
    queue.waited(came - 2)
    assert (queue.waiting, queue.turns) == (0, 1)
    assert queue.seconds >= 2


def task(name: str, **request: object) -> SimpleNamespace:
    return SimpleNamespace(name=name, request=SimpleNamespace(**{"eta": None, **request}))


@pytest.mark.parametrize(
    "request_",
    [
        {"sent_at": time.time() - 100},
        {"eta": (datetime.now(UTC) - timedelta(seconds=100)).isoformat(), "sent_at": 0.0},
    ],
)
def test_a_task_is_late_by_when_it_was_sent_or_due(client: Client, request_: dict[str, object]):
    late = task("tournament.tasks.nudge", **request_)
    signals.task_prerun.send(None, task_id="1", task=late)
    signals.task_postrun.send(None, task_id="1", task=late, state="FAILURE")
    found = told(client)
    assert value(found, "task_late_seconds_sum", task=late.name) >= 100
    assert value(found, "task_seconds_count", task=late.name, state="failure") == 1


def test_a_task_that_came_too_late_to_be_of_use_is_counted(client: Client):
    """A worker that was far behind wrote a traceback for each of them, and counted none."""
    name = "tournament.tasks.nudge"
    past = datetime.now(UTC) - timedelta(minutes=1)
    sent = celery_app.amqp.as_task_v2("1", name, expires=past)
    here: dict[str, Any] = {"app": celery_app, "task": celery_app.tasks[name], "decoded": True}
    message = SimpleNamespace(delivery_info={}, **sent._asdict())
    asked = Request(message, headers=sent.headers, body=sent.body, on_ack=print, **here)
    assert asked.revoked()
    assert value(told(client), "tasks_expired_total", task=name) == 1


# --- The dashboard -------------------------------------------------------------------------------


def test_the_dashboard_asks_for_figures_that_there_are():
    asked = {
        name
        for panel in json.loads(DASHBOARD.read_text("utf-8"))["panels"]
        for target in panel.get("targets", [])
        for name in re.findall(r"shuffle_up_(\w+)", target["expr"])
    }
    known = set(metrics.FAMILIES)
    assert {re.sub(r"_(bucket|sum|count)$", "", name) for name in asked} <= known
    assert known - {re.sub(r"_(bucket|sum|count)$", "", name) for name in asked} <= {"info"}
