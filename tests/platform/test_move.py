"""An installation moves from SQLite to PostgreSQL with one command, and play goes on there."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection

from config.machine import move, run
from tests import servers

DEAL = """
import django; django.setup()
from tests import factories
from tables.models import Table
from tournament.models import Tournament
{}
"""
ROWS = """
import json
from tournament.house import backups
for row in sorted(json.dumps(json.loads(one), sort_keys=True) for one in backups.row_lines()):
    print(row)
"""
PLAY = "cup = factories.running(4, seats=2); factories.deal(factories.table_of(cup))"
GO_ON = """
table = Table.objects.get(number=1)
factories.fold_out(table)
factories.deal(table)
print(table.version > 0, factories.stacks(Tournament.objects.get()))
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An installation of its own, on SQLite, with a `.env` of its own."""
    chosen = {**os.environ, "VAR_DIR": str(tmp_path / "var"), "ENV_FILE": str(tmp_path / ".env")}
    (tmp_path / "var" / "static").mkdir(parents=True)
    chosen["DJANGO_SETTINGS_MODULE"] = "config.settings"
    del chosen["DATABASE_URL"]
    return chosen


def tried(environment: dict[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    """A command of the installation, and what came of it."""
    return subprocess.run(
        [sys.executable, *words], env=environment, cwd=run.ROOT, capture_output=True, text=True
    )


def said(environment: dict[str, str], *words: str) -> str:
    """What a command of the installation prints."""
    done = tried(environment, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def an_empty_database() -> Iterator[str]:
    """The address of a database of PostgreSQL's that goes away."""
    name = f"moved_{os.getpid()}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
        try:
            yield servers.postgres_url(name)
        finally:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.django_db(transaction=True)
def test_a_hand_in_play_moves_along_and_is_played_on(environment: dict[str, str], tmp_path: Path):
    said(environment, "manage.py", "migrate", "--skip-checks", "--verbosity", "0")
    said(environment, "-c", DEAL.format(PLAY))
    before = said(environment, "-c", DEAL.format(ROWS))
    with an_empty_database() as url:
        words = said(environment, "-m", "config.machine.move", url)
        assert '"tables.HandEvent"' in before
        assert "make run goes on there" in words
        assert words.count(": whole") == 1
        assert (tmp_path / ".env").read_text() == f"DATABASE_URL={url}\n"
        assert said(environment, "-c", DEAL.format(ROWS)) == before
        assert "True" in said(environment, "-c", DEAL.format(GO_ON))
        assert ": whole" in said(environment, "manage.py", "verify")
        again = tried(environment, "manage.py", "restore", "--into-empty", _backup(tmp_path))
        assert "That database is in use" in again.stderr


def _backup(folder: Path) -> str:
    (found,) = (folder / "var").glob("moved-*.backup")
    return str(found)


@pytest.mark.parametrize(
    ("to", "why"),
    [("nowhere", "is no address of a database"), ("sqlite:///here", "uses that database already")],
)
def test_where_nothing_can_be_moved_to_is_said(to: str, why: str):
    with pytest.raises(run.CannotRun, match=why):
        move.check(to, now="sqlite:///here")


def test_nothing_moves_while_the_installation_runs(environment: dict[str, str], tmp_path: Path):
    with run.only_one(tmp_path / "var"):
        done = tried(environment, "-m", "config.machine.move", "postgresql://u@h/x")
    assert "is already running" in done.stderr


def test_the_new_address_takes_the_old_one_s_place(tmp_path: Path):
    dotenv = tmp_path / ".env"
    dotenv.write_text("# mine\nPORT=8001\nDATABASE_URL=sqlite:///old\n")
    move.remember(dotenv, "postgresql://u@h/x")
    assert dotenv.read_text() == "# mine\nPORT=8001\nDATABASE_URL=postgresql://u@h/x\n"
    assert dotenv.stat().st_mode & 0o777 == 0o600
