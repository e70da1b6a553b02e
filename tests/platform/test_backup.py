"""A backup holds everything as of one moment; a restore puts back all of it, or nothing."""

import datetime
import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tables.models import Table
from tables.records.queries import chain
from tests import factories, servers
from tests.site import LiveSite
from tournament.house import backups
from tournament.models import Chain, Clock, JournalEntry, Staff, Tournament, User
from tournament.permissions import Role

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

NOW = datetime.datetime(2027, 3, 1, 19, 30, 15, 123456, tzinfo=datetime.UTC)


@pytest.fixture
def cup() -> Tournament:
    """A tournament whose rows have every kind of value that is stored."""
    ann = User.objects.create_user("ann", password="a pass phrase", first_name="Änn ♠")
    cup = Tournament.objects.create(
        code="CUP",
        name="Summer Cup",
        structure={"levels": [1, 2.5, None, "x"], "open": True},
        created_at=NOW,
    )
    Staff.objects.create(tournament=cup, user=ann, role=Role.DIRECTOR)
    Clock.objects.create(tournament=cup, state={"level": 3}, due_at=NOW)
    Chain.objects.create(tournament=cup, length=1, head="abc")
    JournalEntry.objects.create(
        tournament=cup, sequence=1, name="tournament.created", by="ann", at=NOW, hash="abc"
    )
    return cup


def everything() -> list[str]:
    return list(backups.row_lines())


def add_user(name: str) -> None:
    """As another process would: on a connection of its own."""

    elsewhere(lambda: User.objects.create(username=name))


def elsewhere(work: Callable[[], object]) -> None:
    """Do this on another connection, and return when it is done."""

    def do() -> None:
        work()
        connection.close()

    other = Thread(target=do)
    other.start()
    other.join()


def test_a_round_trip_brings_every_row_back_to_the_microsecond(cup: Tournament, tmp_path: Path):
    before = everything()
    call_command("backup", tmp_path / "cup.backup", verbosity=0)
    JournalEntry.objects.all().delete()
    Tournament.objects.update(name="Wiped", created_at=NOW + datetime.timedelta(days=1))
    User.objects.create(username="late")
    call_command("restore", tmp_path / "cup.backup", verbosity=0)
    assert everything() == before
    assert Tournament.objects.get().created_at == NOW
    assert User.objects.get().check_password("a pass phrase")


def test_new_rows_are_numbered_after_those_put_back(cup: Tournament, tmp_path: Path):
    backups.write(tmp_path / "cup.backup", now=NOW)
    backups.restore(tmp_path / "cup.backup")
    latest = User.objects.create(username="next")
    assert latest.pk > User.objects.get(username="ann").pk


def test_a_backup_is_of_one_moment_and_stops_nobody_from_writing(cup: Tournament):
    with backups.one_moment():
        assert User.objects.count() == 1
        add_user("meanwhile")
        assert User.objects.count() == 1
    assert User.objects.count() == 2


def test_a_backup_made_while_hands_are_played_brings_one_moment_of_them_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    table = factories.table_of(factories.running(4, seats=2))
    factories.deal(table)
    before, rows = everything(), backups.row_lines
    monkeypatch.setattr(backups, "row_lines", lambda: while_hands_are_played(table, rows()))
    backups.write(tmp_path / "play.backup", now=NOW)
    monkeypatch.undo()
    assert Table.objects.get(pk=table.pk).version > table.version
    backups.restore(tmp_path / "play.backup")
    assert everything() == before
    assert chain.verify(table.tournament).is_whole
    table.refresh_from_db()
    assert factories.fold_out(table).is_over  # play goes on


def while_hands_are_played(table: Table, rows: Iterable[str]) -> Iterator[str]:
    """The rows; now and then another process plays a hand out and deals the next."""
    for number, row in enumerate(rows):
        if number % 50 == 0:
            elsewhere(lambda: play_one(Table.objects.get(pk=table.pk)))
        yield row


def play_one(table: Table) -> None:
    factories.fold_out(table)
    factories.deal(table)


def test_both_work_on_a_site_that_is_serving(cup: Tournament, live_site: LiveSite, tmp_path: Path):
    file = str(tmp_path / "cup.backup")
    before = everything()
    assert "rows are in" in live_site.manage("backup", file)
    Tournament.objects.update(name="Wiped")
    assert "rows are back" in live_site.manage("restore", file)
    assert everything() == before
    assert live_site.answers("/sign-in/")


def test_signed_in_people_stay_signed_in(cup: Tournament, client, tmp_path: Path):
    backups.write(tmp_path / "cup.backup", now=NOW)
    client.force_login(User.objects.get())
    backups.restore(tmp_path / "cup.backup")
    assert client.session["_auth_user_id"] == str(User.objects.get().pk)


def test_a_backup_is_for_its_owner_only_and_never_written_over(cup: Tournament, tmp_path: Path):
    file = tmp_path / "cup.backup"
    backups.write(file, now=NOW)
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", file)


def test_a_place_that_cannot_be_written_is_named():
    with pytest.raises(CommandError, match=r"cannot be written: No such file or directory\.$"):
        call_command("backup", Path("/no/such/folder/cup.backup"))


def changed(file: Path, how: Any) -> None:
    lines = gzip.decompress(file.read_bytes()).decode().splitlines(keepends=True)
    file.write_bytes(gzip.compress("".join(how(lines)).encode()))


def of_another_version(heading: str) -> str:
    told = json.loads(heading)
    told["migrations"].append(["sessions", "9999_later"])
    return json.dumps(told) + "\n"


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (lambda lines: lines[:-1], "is incomplete"),
        (lambda lines: lines[:-2] + lines[-1:], "is incomplete"),
        (lambda lines: [line.replace("Summer", "Winter") for line in lines], "is incomplete"),
        (lambda lines: lines[:1], "is incomplete"),
        (lambda _lines: [], "is incomplete"),
        (lambda lines: ["[]\n", *lines[1:]], "not a backup of Shuffle Up"),
        (
            lambda lines: [of_another_version(lines[0]), *lines[1:]],
            "another version",
        ),
    ],
)
def test_a_damaged_file_changes_nothing(cup: Tournament, tmp_path: Path, how: Any, said: str):
    file = tmp_path / "cup.backup"
    backups.write(file, now=NOW)
    changed(file, how)
    before = everything()
    with pytest.raises(CommandError, match=said):
        call_command("restore", file)
    assert everything() == before


@pytest.mark.parametrize("content", [b"", b"no gzip", gzip.compress(b"x" * 99, mtime=0)[:-9]])
def test_a_file_that_is_no_backup_changes_nothing(cup: Tournament, tmp_path: Path, content: bytes):
    file = tmp_path / "cup.backup"
    file.write_bytes(content)
    with pytest.raises(CommandError, match=r"cup\.backup"):
        call_command("restore", file)
    assert Tournament.objects.count() == 1


def test_no_field_would_change_its_value_on_the_way_back():
    fields = [f for model in backups.kept_models() for f in model._meta.local_concrete_fields]
    assert [f for f in fields if getattr(f, "auto_now", False)] == []
    assert [f for f in fields if getattr(f, "auto_now_add", False)] == []


def test_the_databases_are_real_servers_and_files():
    assert connection.vendor == ("sqlite" if servers.IS_SQLITE else "postgresql")
    with connection.cursor() as cursor:
        if servers.IS_SQLITE:
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone() == ("wal",)
