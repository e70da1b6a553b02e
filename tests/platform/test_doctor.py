"""`manage.py doctor`: each check is well here, and says so in words when something is broken."""

import datetime
import os
import shutil
import socket
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from config import health
from config.machine import doctor, local_redis, ready, supported, tls
from tests import factories
from tournament.house import backup_timetable
from tournament.house.queries import kept_backups, servers
from tournament.models import JournalEntry

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)
NOBODY_LISTENS = "redis://user:password@127.0.0.1:1/0"


@pytest.fixture(autouse=True)
def _well(tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation with which nothing is wrong."""
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir(mode=0o700)
    settings.SECRET_FILE = settings.VAR_DIR / "secret-key"
    settings.SECRET_FILE.touch(mode=0o600)
    settings.BACKUP_DIR, settings.BACKUP_HOURS = settings.VAR_DIR / "backups", 6.0
    settings.STATIC_ROOT = settings.VAR_DIR / "static"
    settings.STATIC_ROOT.mkdir()
    (settings.STATIC_ROOT / ".collected").write_text("this version")
    monkeypatch.setattr(ready, "static_fingerprint", lambda: "this version")
    monkeypatch.setenv("ENV_FILE", str(tmp_path / ".env"))
    monkeypatch.setattr(doctor, "MigrationExecutor", lambda _: planned())
    settings.BACKUP_DIR.mkdir()
    made(settings.BACKUP_DIR, timezone.now())
    health.leave_sign("worker")
    health.leave_sign("beat")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        settings.SITE_URL = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        yield


def made(folder: Path, at: datetime.datetime) -> None:
    """A file of the timetable's; what is in it is not looked at."""
    (folder / at.strftime(kept_backups.WRITTEN)).touch()


def planned(*steps: str) -> SimpleNamespace:
    graph = SimpleNamespace(graph=SimpleNamespace(leaf_nodes=list))
    return SimpleNamespace(loader=graph, migration_plan=lambda _: list(steps))


def said(name: str) -> str:
    """What this check says; all others have nothing to say."""
    found = doctor.complaints(timezone.now())
    assert [other for other, words in found.items() if words and other != name] == []
    return " ".join(f"{each.what} {each.mend}" for each in found[name])


def test_nothing_is_wrong_with_a_good_installation():
    out = StringIO()
    call_command("doctor", stdout=out)
    assert out.getvalue().endswith("Nothing is wrong.\n")
    assert out.getvalue().count(": ok\n") == len(doctor.CHECKS)


def test_what_is_wrong_is_said_with_how_to_mend_it_and_ends_with_1(settings):
    settings.VAR_DIR.chmod(0o755)
    out = StringIO()
    with pytest.raises(CommandError, match="1 thing is wrong") as ended:
        call_command("doctor", stdout=out)
    assert ended.value.returncode == 1
    assert "folder: WRONG\n  Other users" in out.getvalue()
    assert f"-> chmod 700 {settings.VAR_DIR}" in out.getvalue()


def test_a_python_that_is_too_old(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(supported, "IS_THIS", False)
    assert "needs Python" in said("Python")


def test_a_full_disk(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5_000_000))
    assert "Only 5 MB are free" in said("disk")


def test_a_folder_that_is_not_there(settings):
    settings.VAR_DIR = settings.VAR_DIR / "none"
    assert "does not exist" in said("folder")


def test_a_folder_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "cannot be written" in said("folder")


def test_keys_that_others_can_read(settings):
    settings.SECRET_FILE.chmod(0o644)
    assert f"chmod 600 {settings.SECRET_FILE}" in said("secrets")


def test_an_env_file_that_others_can_read(tmp_path: Path):
    (tmp_path / ".env").touch(mode=0o644)
    (tmp_path / ".env").chmod(0o644)
    assert f"can read {tmp_path / '.env'}" in said("secrets")


def test_a_clock_that_differs_from_that_of_redis():
    later = timezone.now() + datetime.timedelta(minutes=3)
    [*found] = doctor.clock(later)
    assert "that of Redis differ by 0:0" in found[0].what


def test_a_clock_that_went_back():
    cup = factories.running(players=2)
    JournalEntry.objects.filter(tournament=cup).update(at=timezone.now() + DAY)
    assert "yet to come" in said("clock")


def test_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(health, "database_health", lambda: "down: OperationalError")
    assert "The database is down" in said("database")


def test_a_database_that_is_too_old(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doctor, "OLDEST_POSTGRES", (99,))
    monkeypatch.setattr(connection, "vendor", "postgresql", raising=False)
    monkeypatch.setattr(doctor, "other_clocks", lambda: iter(()))
    assert "is too old" in said("database")


def test_migrations_that_were_not_applied(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doctor, "MigrationExecutor", lambda _: planned("one", "two"))
    assert "2 migrations have not been applied" in said("database")


def test_a_redis_that_is_away(settings):
    settings.REDIS_URL = NOBODY_LISTENS
    found = doctor.complaints(timezone.now())
    words = found["Redis"][0].what
    assert "does not answer at redis://127.0.0.1:1/0" in words
    assert "password" not in words
    unseen = [each.what for each in found["worker and beat"]]
    assert unseen == [f"The {part} cannot be seen: Redis is away." for part in ("worker", "beat")]


def test_the_redis_of_make_run_was_unknown_to_another_shell(tmp_path: Path):
    ours = local_redis.configure(tmp_path, Path("valkey-server"), keep=False)
    assert local_redis.url_noted(tmp_path) == ours.url
    assert local_redis.url_noted(tmp_path / "nowhere") == ""


def test_a_redis_that_is_too_old(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(servers, "redis_version", lambda: servers.RedisVersion("Redis", "5.0.1"))
    assert "Redis 5.0.1 is too old" in said("Redis")


@pytest.mark.parametrize("part", ["worker", "beat"])
def test_a_part_without_a_sign_of_life(part: str):
    with health.client() as server:
        server.delete(health.key(part))
    assert f"The {part} is down" in said("worker and beat")


def test_a_port_at_which_nobody_answers(settings):
    settings.SITE_URL = "http://127.0.0.1:1/"
    assert "Nobody answers at http://127.0.0.1:1/ (port 1)" in said("port")


def test_a_certificate_that_ends_soon(settings):
    begun = timezone.now() - datetime.timedelta(days=tls.CERTIFICATE_DAYS - 3)
    tls.ensure_certificate(settings.VAR_DIR, ["localhost"], now=begun)
    assert "The certificate ends on" in said("certificate")


def test_a_certificate_that_was_just_made(settings):
    tls.ensure_certificate(settings.VAR_DIR, ["localhost"], now=timezone.now())
    assert said("certificate") == ""


def test_backups_that_are_too_old(settings):
    for path in settings.BACKUP_DIR.iterdir():
        path.unlink()
    assert "The last backup was never made" in said("backups")
    made(settings.BACKUP_DIR, timezone.now() - DAY)
    assert "The last backup is from" in said("backups")


def test_a_backup_that_failed_its_test(settings):
    [path] = settings.BACKUP_DIR.iterdir()
    backup_timetable.note(path.name, now=timezone.now(), words="Broken: CUP.")
    assert f"{path.name} failed its test: Broken: CUP." in said("backups")


def test_static_files_of_another_version(settings):
    (settings.STATIC_ROOT / ".collected").write_text("another")
    assert "are not those of this version" in said("static files")
