"""`/healthz` says who is alive, and who is not."""

import os
import re
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import pytest
from celery import signals
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from config import health
from config.machine import probe, ready
from config.settings import POOL, database
from tests.site import LiveSite
from tournament.house.queries import servers

ROOT = Path(__file__).resolve().parent.parent.parent
NOBODY_LISTENS = "redis://127.0.0.1:1/0"
LIKE_A_PUBLIC_SERVER = {
    "PRODUCTION": "1",
    "POSTGRES_POOL": "1",
    "SECRET_KEY": "qV4-a-key-of-its-own-that-nobody-else-has-7Yw2kLpZ0sTn9bRc",
    "ALLOWED_HOSTS": "poker.example.org",
}
SOONER_THAN_A_POOL_GIVES_UP_UNLESS_TOLD = 25

pytestmark = pytest.mark.django_db


def test_all_parts_alive_is_200(client: Client, settings):
    health.leave_sign("worker")
    health.leave_sign("beat")
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "ok",
        "version": settings.VERSION,
        "database": "ok",
        "redis": "ok",
        "worker": "ok",
        "beat": "ok",
        "versions": servers.versions(),
    }
    assert "no-store" in answer["Cache-Control"]


def test_the_servers_are_named_with_their_versions(client: Client):
    versions = client.get("/healthz").json()["versions"]
    assert re.fullmatch(r"Valkey 9\.\d+\.\d+", versions["redis"])
    assert re.fullmatch(r"(PostgreSQL|SQLite) \d+(\.\d+)+", versions["database"])


def test_a_server_that_does_not_answer_has_no_version(client: Client, settings):
    settings.REDIS_URL = NOBODY_LISTENS
    assert set(client.get("/healthz").json()["versions"]) == {"database"}


@pytest.mark.parametrize(
    ("said", "is_too_old"),
    [
        (servers.RedisVersion("Redis", "6.0.20"), True),
        (servers.RedisVersion("Redis", "6.2.14"), False),
        (servers.RedisVersion("Redis", "10.0.1"), False),
        (servers.RedisVersion("Valkey", "7.2.11"), True),
        (servers.RedisVersion("Valkey", "8.0.0"), False),
    ],
)
def test_a_redis_that_is_too_old_is_refused_before_the_first_page(
    said: servers.RedisVersion, is_too_old: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(servers, "redis_version", lambda: said)
    with nullcontext() if not is_too_old else pytest.raises(ImproperlyConfigured, match=str(said)):
        ready.check_redis()


def test_a_part_that_left_no_sign_is_named(client: Client):
    health.leave_sign("worker")
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["worker"] == "ok"
    assert answer.json()["beat"].startswith("down")
    assert answer.json()["status"] == "failing"


def test_a_redis_that_is_away_is_named_and_not_the_others(client: Client, settings):
    settings.REDIS_URL = NOBODY_LISTENS
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["redis"] == "down: ConnectionError"
    assert answer.json()["worker"] == "unknown: Redis is down"
    assert answer.json()["database"] == "ok"


def test_a_sign_that_cannot_be_left_stops_nobody(settings):
    settings.REDIS_URL = NOBODY_LISTENS
    health.leave_sign("worker")


@pytest.mark.parametrize("told", [{}, LIKE_A_PUBLIC_SERVER], ids=["laptop", "public"])
def test_a_database_that_is_away_is_named(told: dict[str, str]):
    script = "import django; django.setup(); from config import health; print(health.report())"
    away = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing",
    }
    finished = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, **away, **told},
        capture_output=True,
        text=True,
        timeout=SOONER_THAN_A_POOL_GIVES_UP_UNLESS_TOLD,
    )
    assert "'database': 'down: OperationalError'" in finished.stdout


def test_a_health_check_has_its_answer_before_it_gives_up():
    slowest = POOL["timeout"] + 2 * health.REDIS_TIMEOUT_SECONDS
    assert slowest < probe.PATIENCE_SECONDS


def test_a_connection_is_looked_at_before_the_pool_lends_it_out():
    assert database("postgresql://somebody@there/cup")["CONN_HEALTH_CHECKS"] is True


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How this process would have ended."""
    codes: list[int] = []
    monkeypatch.setattr(os, "_exit", codes.append)
    monkeypatch.setattr(health.Work, "seen_at", time.monotonic() - 2 * health.IDLE_TOO_LONG_SECONDS)
    return codes


def test_a_worker_that_nothing_reaches_though_the_beat_is_alive_starts_anew(ended, caplog):
    health.leave_sign("beat")
    health.worker_is_alive()
    assert ended == [health.STARTS_ANEW]
    assert "the worker starts anew" in caplog.text


def test_a_worker_that_is_given_tasks_goes_on(ended):
    health.leave_sign("beat")
    signals.task_prerun.send(sender=None)
    health.worker_is_alive()
    assert ended == []


def test_a_worker_waits_for_its_beat_and_for_redis(ended, settings):
    url, settings.REDIS_URL = settings.REDIS_URL, NOBODY_LISTENS
    health.worker_is_alive()
    settings.REDIS_URL = url
    health.worker_is_alive()
    health.leave_sign("beat")
    health.worker_is_alive()
    assert ended == []


def test_a_real_worker_and_a_real_beat_leave_their_signs(live_tasks: LiveSite):
    assert live_tasks.is_healthy()
    for part in ("worker", "beat"):
        assert ask_probe(part, live_tasks).returncode == 0


def test_a_probe_says_what_is_wrong(live_site: LiveSite):
    finished = ask_probe("worker", live_site)
    assert finished.returncode == 1
    assert finished.stderr.startswith("worker is down: no sign of life")


def ask_probe(part: str, site: LiveSite) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "config.machine.probe", part],
        cwd=ROOT,
        env=site.environment,
        capture_output=True,
        text=True,
    )
