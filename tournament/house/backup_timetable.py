"""Backups by themselves: made on a timetable, old ones let go, and a restore tried now and then."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.conf import settings
from django.db import connection

from tournament.house import backups
from tournament.house.queries import kept_backups
from tournament.house.queries.kept_backups import WRITTEN, Backup

NEWEST, DAYS, MONTHS = 8, 14, 12  # how many are kept: the last ones, then one a day, one a month


def make(now: datetime) -> str:
    """Write one more, let go of those nobody needs any longer, and return its name."""
    name = now.astimezone(UTC).strftime(WRITTEN)
    kept_backups.folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    backups.write(kept_backups.folder() / name, now=now)
    rotate()
    return name


def rotate() -> None:
    """Remove what is neither among the newest nor the last of a day or month that is kept."""
    found = kept_backups.every()
    kept = {copy.name for copy in worth_keeping(found)}
    for each in found:
        if each.name not in kept:
            each.path.unlink()
            kept_backups.note_of(each.name).unlink(missing_ok=True)


def worth_keeping(newest_first: list[Backup]) -> list[Backup]:
    """The newest, the last one of each of the last days, and of each of the last months."""
    days = {copy.made_at.date(): copy for copy in reversed(newest_first)}
    months = {(copy.made_at.year, copy.made_at.month): copy for copy in reversed(newest_first)}
    last_days = sorted(days.values(), key=lambda each: each.name)[-DAYS:]
    last_months = sorted(months.values(), key=lambda each: each.name)[-MONTHS:]
    return [*newest_first[:NEWEST], *last_days, *last_months]


# --- Trying one ----------------------------------------------------------------------------------


def note(name: str, *, now: datetime, is_whole: bool = False, words: str = "") -> None:
    """Write down how a trial went, or that one has begun."""
    told = {"at": now.isoformat(), "is_whole": is_whole, "words": words}
    kept_backups.note_of(name).write_text(json.dumps(told), "utf-8")


def try_restore(name: str, *, now: datetime) -> None:
    """Restore into a scratch database, verify every chain there, and note what was found."""
    try:
        with scratch() as url:
            for words in (("migrate", "--skip-checks", "--verbosity", "0"), ("restore", name)):
                run(url, *words)
            found = run(url, "verify")
    except Failed as failure:
        note(name, now=now, words=str(failure))
    else:
        note(name, now=now, is_whole=True, words=found)


class Failed(Exception):
    """What a command said when it failed, in its last line."""


def run(url: str, *words: str) -> str:
    """A command on the scratch database; its last line."""
    command, *rest = words
    if command == "restore":
        rest = ["--into-empty", str(kept_backups.folder() / rest[0])]
    told = {
        **os.environ,
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "HEADS_DIR": str(kept_backups.folder() / "none"),  # what was signed since is no fault of it
    }
    ended = subprocess.run(
        [sys.executable, "manage.py", command, *rest],
        cwd=settings.BASE_DIR,
        env=told,
        capture_output=True,
        text=True,
    )
    if ended.returncode:
        raise Failed(last_line(ended.stderr) or f"{command} failed.")
    return last_line(ended.stdout)


def last_line(said: str) -> str:
    """The end of what a command says."""
    return said.strip().rpartition("\n")[2].removeprefix("CommandError: ")


@contextmanager
def scratch() -> Iterator[str]:
    """An empty database of the same kind as the one in use, gone afterwards."""
    if connection.vendor == "postgresql":
        with scratch_on_server(settings.DATABASE_URL) as url:
            yield url
        return
    with tempfile.TemporaryDirectory(prefix="trial-", dir=kept_backups.folder()) as made:
        yield f"sqlite:///{Path(made) / 'scratch.sqlite3'}"


@contextmanager
def scratch_on_server(url: str) -> Iterator[str]:
    """The same beside the database in use, for a user who may create one."""
    in_use = str(connection.settings_dict["NAME"])
    parts = urlsplit(url)._replace(path=f"/{in_use}")
    url, name = urlunsplit(parts), f"{in_use}_trial"
    quoted = connection.ops.quote_name(name)
    try:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f"DROP DATABASE IF EXISTS {quoted}".encode())
            server.execute(f"CREATE DATABASE {quoted}".encode())
    except psycopg.Error as error:
        raise Failed(f"No scratch database could be created: {error}") from error
    try:
        yield urlunsplit(parts._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f"DROP DATABASE {quoted} WITH (FORCE)".encode())
