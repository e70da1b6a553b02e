"""Files that were damaged on their way: each importer says so in a sentence and changes nothing."""

import gzip
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from openpyxl import Workbook

from engine.structure import presets
from tables.records import archives
from tests.factories import NOW, deal, registering, running, stored
from tests.factories import table_of as table_at
from tournament.setup.queries import structure_files

pytestmark = pytest.mark.django_db
TRIES = 40
SAVE = Path(__file__).parents[1] / "structures" / "harbour.tdt"
SHEET = "Level,1\nTable,Seat,Player,Stack\n1,1,Ann Archer,5000\n1,2,Ben Baker,7000\n"
PLAYERS = "name,email,date of birth\nAnn Archer,ann@example.org,1990-05-17\nBen Baker,,\n"


def damaged(whole: bytes, rng: Random) -> bytes:
    """The file cut, with bytes changed, with a piece twice, or something else altogether."""
    at, end = sorted(rng.randrange(len(whole) + 1) for _ in range(2))
    kind = rng.randrange(5)
    if kind == 0:
        return whole[:at]
    if kind == 1:
        changed = bytearray(whole)
        for _ in range(rng.randint(1, 20)):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        return bytes(changed)
    if kind == 2:
        return whole[:end] + whole[at:]
    if kind == 3:
        return whole[:at] + whole[end:]
    return rng.randbytes(rng.randint(1, 200))


def damaged_inside(packed: bytes, rng: Random) -> bytes:
    """A workbook whose packing is whole and one of whose parts is not."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(out, "w") as new:
        hit = rng.choice(old.namelist())
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, damaged(part, rng) if name == hit else part)
    return out.getvalue()


def damaged_text(packed: bytes, rng: Random) -> bytes:
    """An archive whose packing is whole and whose text is not."""
    return gzip.compress(damaged(gzip.decompress(packed), rng))


def workbook() -> bytes:
    book, out = Workbook(), io.BytesIO()
    for line in PLAYERS.splitlines():
        book.worksheets[0].append(line.split(","))
    book.save(out)
    return out.getvalue()


def played() -> bytes:
    cup = running(3)
    deal(table_at(cup))
    return archives.pack(cup, now=NOW)


def structure() -> bytes:
    return structure_files.text_of(registering()).encode()


Damage = Callable[[bytes, Random], bytes]
FILES: dict[str, tuple[str, Callable[[], bytes], Damage]] = {
    "players, text": ("entries/file/", PLAYERS.encode, damaged),
    "players, workbook": ("entries/file/", workbook, damaged),
    "players, workbook inside": ("entries/file/", workbook, damaged_inside),
    "players, save": ("entries/file/", SAVE.read_bytes, damaged),
    "structure": ("setup/file/", structure, damaged),
    "structure, save": ("setup/file/", SAVE.read_bytes, damaged),
    "new, structure": ("/tournaments/new/file/", structure, damaged),
    "new, save": ("/tournaments/new/file/", SAVE.read_bytes, damaged),
    "archive": ("/tournaments/new/archive/", played, damaged),
    "archive inside": ("/tournaments/new/archive/", played, damaged_text),
    "state sheet": ("/tournaments/new/state-sheet/", SHEET.encode, damaged),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_damaged_file_is_answered_in_words_and_changes_nothing(director: Client, kind: str):
    door, make, damage = FILES[kind]
    whole, cup, rng = make(), registering(), Random(kind)
    address = door if door.startswith("/") else f"/t/{cup.code}/{door}"
    named = {"name": "Spring", "preset": presets.PRESETS[-1].key}
    before = stored()
    for _ in range(TRIES):
        file = SimpleUploadedFile("file", damage(whole, rng))
        with transaction.atomic():
            answer = director.post(address, {**named, "file": file})
            is_taken = answer.status_code == 302  # another name on a sheet is still a sheet
            transaction.set_rollback(is_taken)
        assert is_taken or answer.status_code in (200, 409, 422)
        assert is_taken or "<h1" in answer.content.decode()
    assert stored() == before


@pytest.mark.parametrize("lines", ["Level,1\rTable,Seat", '"Level' + "x" * 200_000])
def test_a_sheet_that_is_no_table_is_refused_in_words(director: Client, lines: str):
    before = stored()
    file = SimpleUploadedFile("file", lines.encode())
    answer = director.post("/tournaments/new/state-sheet/", {"name": "Spring", "file": file})
    assert answer.status_code in (409, 422)
    assert stored() == before
