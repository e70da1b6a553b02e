"""Backups by themselves: when, which are kept, and whether they can be restored."""

import datetime
import gzip
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader
from django.test import Client

from tests import factories
from tournament import tasks
from tournament.house import backup_timetable, backups
from tournament.house.queries import kept_backups
from tournament.house.queries.kept_backups import Backup
from tournament.models import Chain

NOW = datetime.datetime(2027, 3, 1, 19, 30, 15, tzinfo=datetime.UTC)
HOUR = datetime.timedelta(hours=1)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.BACKUP_HOURS = 6.0
    # The tests' tables are made without migrations; those of an installation are not.
    settings.MIGRATION_MODULES = {}
    known = sorted([app, name] for app, name in MigrationLoader(None).disk_migrations)
    monkeypatch.setattr(backups, "migrations", lambda: known)
    return tmp_path / "backups"


# --- When ----------------------------------------------------------------------------------------


def test_one_is_due_at_first_and_then_every_so_many_hours():
    assert kept_backups.is_due(NOW)
    backup_timetable.make(NOW)
    assert not kept_backups.is_due(NOW + 5 * HOUR)
    assert kept_backups.is_due(NOW + 6 * HOUR)


def test_none_is_due_where_they_are_off(settings):
    settings.BACKUP_HOURS = 0
    assert not kept_backups.is_due(NOW)


def test_the_timetable_makes_one_and_not_another_at_once(folder: Path):
    tasks.keep_backups()
    tasks.keep_backups()
    assert len(kept_backups.every()) == 1
    assert folder.stat().st_mode & 0o077 == 0


# --- Which are kept ------------------------------------------------------------------------------


def made(at: datetime.datetime) -> Backup:
    return Backup(at.strftime(kept_backups.WRITTEN), at, 1, None)


def test_the_last_eight_then_one_a_day_and_one_a_month_are_kept():
    moments = [NOW - n * 6 * HOUR for n in range(4 * 400)]
    kept = backup_timetable.worth_keeping([made(at) for at in moments])
    names = {each.name for each in kept}
    assert {made(at).name for at in moments[:8]} <= names
    days = sorted({each.made_at.date() for each in kept}, reverse=True)
    assert days[:14] == [NOW.date() - datetime.timedelta(days=n) for n in range(14)]
    assert len({(each.made_at.year, each.made_at.month) for each in kept}) == 12
    assert len(names) <= 8 + 14 + 12


def test_what_is_not_kept_goes_with_its_note_and_other_files_stay(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(backup_timetable, "NEWEST", 1)
    mine = folder / "by-hand.backup"
    first = backup_timetable.make(NOW)
    backup_timetable.note(first, now=NOW, words="old")
    mine.write_text("mine")
    second = backup_timetable.make(NOW + HOUR)
    assert {path.name for path in folder.iterdir()} == {second, mine.name}


# --- Whether they can be restored ----------------------------------------------------------------


def test_a_trial_finds_tournaments_and_hands_and_changes_nothing(folder: Path):
    cup = factories.running(players=3)
    factories.deal(factories.table_of(cup))
    before = factories.stored()
    name = backup_timetable.make(NOW)
    tasks.try_backup(name)
    trial = kept_backups.one(name).trial
    assert trial is not None
    assert trial.words == "Tournaments: 1. Hands: 1. Every chain is unbroken."
    assert trial.is_whole
    assert factories.stored() == before
    assert {path.suffix for path in folder.iterdir()} == {".backup", ".json"}


def test_a_trial_names_a_broken_chain():
    cup = factories.running(players=3)
    Chain.objects.filter(tournament=cup).update(head="forged")
    tasks.try_backup(name := backup_timetable.make(NOW))
    trial = kept_backups.one(name).trial
    assert trial is not None
    assert (trial.is_whole, trial.words) == (False, f"Broken: {cup.code}.")


def test_a_trial_says_that_a_file_is_cut_short(folder: Path):
    name = backup_timetable.make(NOW)
    with gzip.open(folder / name, "rt") as file:
        lines = file.readlines()
    with gzip.open(folder / name, "wt") as file:
        file.writelines(lines[:-1])
    tasks.try_backup(name)
    trial = kept_backups.one(name).trial
    assert trial is not None
    assert not trial.is_whole
    assert "is incomplete" in trial.words


# --- The page ------------------------------------------------------------------------------------


@pytest.fixture
def director() -> Client:
    return factories.signed_in(factories.house_director())


def test_the_page_shows_the_last_one_and_how_its_trial_went(director: Client):
    backup_timetable.make(NOW)
    name = backup_timetable.make(NOW + HOUR)
    backup_timetable.note(name, now=NOW, is_whole=True, words="3 tournaments, 12 hands: fine.")
    text = director.get("/house/backups/").content.decode()
    assert text.index("latest") < text.index("3 tournaments, 12 hands: fine.")
    assert text.index("passed") < text.index("Not tested")


def test_the_page_says_what_to_do_while_there_is_none(director: Client):
    assert "No backups yet" in director.get("/house/backups/").content.decode()


def test_the_page_is_reached_from_the_front_page_by_the_house(director: Client):
    assert 'href="/house/"' in director.get("/").content.decode()
    assert 'href="/house/backups/"' in director.get("/house/").content.decode()


def test_a_trial_from_the_page_is_shown_as_running(director: Client):
    name = backup_timetable.make(NOW)
    assert director.post("/house/backups/", {"name": name}).status_code == 302
    text = director.get("/house/backups/").content.decode()
    assert "Running" in text
    assert 'http-equiv="refresh"' in text


@pytest.mark.parametrize("name", ["20000101-000000.backup", "../../secret-key", "x"])
def test_a_name_that_is_no_backup_is_refused(director: Client, name: str):
    answer = director.post("/house/backups/", {"name": name})
    assert answer.status_code == 409
    assert "no longer exists" in answer.content.decode()
