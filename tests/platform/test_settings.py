"""What a public server refuses to start with, and what every response carries."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.settings import neighbour

ROOT = Path(__file__).resolve().parent.parent.parent
SAFE = {
    "PRODUCTION": "1",
    "SECRET_KEY": "qV4-a-key-of-its-own-that-nobody-else-has-7Yw2kLpZ0sTn9bRc",
    "ALLOWED_HOSTS": "poker.example.org",
    "TLS": "",
    "BEHIND_PROXY": "1",
}


def manage(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    told = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **environment}
    return subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=told, capture_output=True, text=True
    )


def test_a_safe_public_server_passes_every_check_for_deployment():
    finished = manage("check", "--deploy", "--fail-level", "WARNING", **SAFE)
    assert finished.stderr == ""
    assert finished.returncode == 0


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"DEBUG": "1"}, "PRODUCTION is on and so is DEBUG"),
        ({"SECRET_KEY": ""}, "PRODUCTION needs a SECRET_KEY of its own"),
        ({"SECRET_KEY": "too-short"}, "PRODUCTION needs a SECRET_KEY of its own"),
        ({"SECRET_KEY": "write-a-long-random-text-here" * 2}, "needs a SECRET_KEY of its own"),
        ({"ALLOWED_HOSTS": ""}, "PRODUCTION needs ALLOWED_HOSTS"),
        ({"ALLOWED_HOSTS": "*"}, "PRODUCTION needs ALLOWED_HOSTS"),
    ],
)
def test_an_unsafe_public_server_refuses_to_start(changed: dict[str, str], said: str):
    finished = subprocess.run(
        [sys.executable, "-c", "import config.asgi"],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **SAFE, **changed},
        capture_output=True,
        text=True,
    )
    assert finished.returncode != 0
    assert said in finished.stderr.splitlines()[-1]


def test_the_secret_in_the_example_is_one_that_is_refused():
    assert "SECRET_KEY=write-a-long-random-text-here" in (ROOT / ".env.example").read_text()


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("redis://127.0.0.1:6379/0", "redis://127.0.0.1:6379/1"),
        ("redis://redis:6379", "redis://redis:6379/1"),
        ("rediss://:word@host:1/4", "rediss://:word@host:1/5"),
    ],
)
def test_tasks_have_a_redis_database_of_their_own(url: str, broker: str):
    assert neighbour(url, 1) == broker


def test_every_page_is_loaded_before_the_first_connection_is_taken():
    """The first tablet at a web process that had started again waited a second for its imports."""
    asked = "import config.asgi, sys; sys.exit('config.urls' not in sys.modules)"
    told = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    assert subprocess.run([sys.executable, "-c", asked], cwd=ROOT, env=told).returncode == 0
