"""Where no Chromium can be had, the journeys are left out loudly; CI does not accept that."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import chromium

ROOT = Path(__file__).resolve().parent.parent.parent
JOURNEYS = "tests/platform/test_browser.py"
TLS = "tests/platform/test_tls.py"


def on_a_machine_without(*words: str, ci: str) -> subprocess.CompletedProcess[str]:
    told = {**os.environ, "PATH": "/nowhere", "CI": ci}
    told.pop("SHUFFLE_UP_TEST_FOLDER")
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, env=told, capture_output=True, text=True
    )


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_make_test_says_so_before_it_begins(ci: str, code: int):
    finished = on_a_machine_without("tests.chromium", ci=ci)
    assert finished.stdout == f"{chromium.NOT_RUN}\n"
    assert finished.returncode == code


def test_the_journeys_are_left_out_loudly():
    finished = on_a_machine_without("pytest", "-q", JOURNEYS, TLS, ci="")
    assert chromium.NOT_RUN in finished.stdout
    assert "2 deselected" in finished.stdout
    assert finished.returncode == 0


def test_ci_does_not_accept_that():
    finished = on_a_machine_without("pytest", "-q", JOURNEYS, ci="true")
    assert chromium.NOT_RUN in finished.stderr
    assert finished.returncode != 0


def test_ci_needs_no_browser_for_tests_that_use_none():
    finished = on_a_machine_without("pytest", "-q", "-k", "test_tls", JOURNEYS, TLS, ci="true")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "passed" in finished.stdout


def test_a_browser_that_cannot_be_driven_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch):
    fetched: list[str] = []
    monkeypatch.setattr(chromium, "can_be_driven", lambda: bool(fetched))
    monkeypatch.setattr(chromium, "find", lambda: "/usr/bin/chromium")
    monkeypatch.setattr(chromium, "fetch", lambda: fetched.append("libatomic1"))
    chromium.main()
    assert fetched == ["libatomic1"]


def test_the_program_that_drives_it_starts_here():
    assert chromium.can_be_driven() or chromium.find() is None
