"""Static files are collected again when their content changed, and only then."""

import os
from pathlib import Path

import pytest

from config.machine import ready


@pytest.fixture
def sheet(tmp_path: Path, settings) -> Path:
    """The only static file of a project of its own."""
    settings.STATICFILES_DIRS = [tmp_path / "static"]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "collected"
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "felt.css").write_text("a { color: green }")
    return tmp_path / "static" / "felt.css"


def collected(settings) -> str:
    return (Path(settings.STATIC_ROOT) / "felt.css").read_text()


def test_a_file_that_was_only_written_again_changes_nothing(sheet: Path):
    before = ready.static_fingerprint()
    os.utime(sheet, ns=(0, 0))
    assert ready.static_fingerprint() == before


def test_a_changed_byte_and_another_name_change_the_fingerprint(sheet: Path):
    first = ready.static_fingerprint()
    sheet.write_text("a { color: Green }")
    second = ready.static_fingerprint()
    sheet.rename(sheet.with_name("baize.css"))
    assert len({first, second, ready.static_fingerprint()}) == 3


def test_files_are_collected_once_and_again_when_they_changed(
    sheet: Path, settings, monkeypatch: pytest.MonkeyPatch
):
    ready.collect_static_files()
    assert collected(settings) == "a { color: green }"
    os.utime(sheet, ns=(0, 0))
    with monkeypatch.context() as no_more:
        no_more.setattr(ready, "call_command", lambda *_: pytest.fail("collected for nothing"))
        ready.collect_static_files()
    sheet.write_text("a { color: teal }")
    ready.collect_static_files()
    assert collected(settings) == "a { color: teal }"
