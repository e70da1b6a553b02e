"""The regulator's one-file verifier: it says what the archive shows, and what does not hold."""

import ast
import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tables.records import archives
from tables.records.services import signatures
from tests.factories import MINUTE, NOW, refreshed
from tests.tables.records.test_archives import put, rewritten, rows_of
from tests.tables.records.test_complete import an_evening
from tournament.models import Tournament
from tournament.records import signing
from tournament.records.queries import keys

pytestmark = pytest.mark.django_db
TOOL = Path(__file__).resolve().parents[3] / "deploy" / "check_archive.py"


def archived(cup: Tournament) -> tuple[bytes, str]:
    """A signed evening's archive, and its last signed head."""
    made = signatures.sign(cup, now=NOW + MINUTE)
    assert made is not None
    return archives.pack(refreshed(cup), now=NOW + MINUTE), made.word


def checked(folder: Path, data: bytes, *more: str, key: str = "") -> tuple[int, str]:
    """How the verifier ends, and what it says; it is alone with the file, as at a regulator's."""
    (folder / "cup.archive").write_bytes(data)
    (folder / "key.pem").write_bytes(signing.as_file(key or keys.public()))
    command = [sys.executable, "-I", str(TOOL), "cup.archive", "--key", "key.pem", *more]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={})
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_it_needs_the_standard_library_and_cryptography_alone():
    tree = ast.parse(TOOL.read_text())
    named = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [str(node.module)]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert named - set(sys.stdlib_module_names) == {"cryptography"}


def test_a_whole_evening_holds_in_every_part(tmp_path: Path):
    data, head = archived(an_evening())
    code, said = checked(tmp_path, data, "--expect", head)
    assert code == 0, said
    assert said.count(": holds") == 8
    assert "Your heads: holds" in said


ALTERED: list[tuple[Callable[[list[Any]], object], str]] = [
    (put("tournament.ChipMove", "amount", 1), "Chips and money: DOES NOT HOLD"),
    (put("tournament.Posting", "what", "x"), "Chips and money: DOES NOT HOLD"),
    (put("tournament.JournalEntry", "by", "x"), "Line 1 of the journal"),
    (put("tables.HandEvent", "by", "x"), "at table 1"),
    (put("tables.HandRecord", "pot", 1), "hand 1 at table 1 is not as line "),
    (put("tournament.Entry", "name", "Forger"), "entry 1 is not as line "),
    (put("tournament.Deal", "shares", {}), "deal 1 is not as line "),
    (put("tournament.Due", "amount", 1), "prize 1 is not as line "),
    (put("tournament.Payout", "receiver", "x"), "payout 1 is not as line "),
    (put("tournament.Bust", "at", "2027-03-05T19:00:01+00:00"), " of entry "),
    (put("tournament.Confirmation", "places", []), "confirmation of places 1 is not"),
    (put("tournament.PublicDraw", "secret", "00" * 32), "whose hash was published"),
]


def test_each_alteration_is_named_even_where_the_house_itself_signed_it(tmp_path: Path):
    data, _ = archived(an_evening())
    for change, words in ALTERED:
        code, said = checked(tmp_path, rewritten(data, change))
        assert (code, words in said) == (1, True), (words, said)
        assert "File and signature: holds" in said


def test_a_file_that_another_key_signed_or_nobody_does_not_hold(tmp_path: Path):
    data, _ = archived(an_evening())
    theirs = signing.new_private()
    code, said = checked(tmp_path, rewritten(data, lambda _: None, theirs))
    assert code == 1
    assert "signed by a key that yours does not lead to" in said
    code, said = checked(tmp_path, data, key=signing.public_of(theirs))
    assert code == 1
    lines = gzip.decompress(data).decode().splitlines(keepends=True)
    cut = gzip.compress("".join([*lines[:-2], lines[-1]]).encode())
    assert "incomplete or was changed" in checked(tmp_path, cut)[1]
    assert checked(tmp_path, b"hello")[0] == 1


def test_a_head_from_paper_finds_a_journal_that_was_cut_and_signed_again(tmp_path: Path):
    cup = an_evening()
    data, head = archived(cup)

    def cut(lines: list[Any]) -> None:
        lines[0]["heads"] = []
        journal = rows_of(lines, "tournament.JournalEntry")
        lines.remove(journal[-1])
        names = archives.columns("tournament.JournalEntry")
        end = dict(zip(names, journal[-2][1:], strict=True))
        chain = rows_of(lines, "tournament.Chain")[0]
        at = archives.columns("tournament.Chain").index
        chain[at("length") + 1], chain[at("head") + 1] = end["sequence"], end["hash"]

    forged = rewritten(data, cut)
    assert "Journal: holds" in checked(tmp_path, forged)[1]
    code, said = checked(tmp_path, forged, "--expect", head)
    assert (code, "The journal was cut or changed" in said) == (1, True)


def test_the_heading_says_what_each_column_is():
    data, _ = archived(an_evening())
    heading = json.loads(gzip.decompress(data).decode().splitlines()[0])
    assert heading["columns"]["tournament.Entry"] == archives.columns("tournament.Entry")
