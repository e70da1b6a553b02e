"""Uploaded tables as text: a CSV file in any common encoding, or the first sheet of a workbook."""

import csv
import io
import zipfile
from datetime import date, datetime

from openpyxl import load_workbook

from engine.refusal import Refused

MOST_BYTES = 1_000_000
MOST_UNPACKED = 20_000_000
MOST_ROWS = 1000
MOST_COLUMNS = 30
ZIP = b"PK\x03\x04"


def as_text(data: bytes) -> str:
    """The table as comma-separated text; refused in words where it is none."""
    if len(data) > MOST_BYTES:
        raise Refused("The file is larger than 1 MB: split it.")
    return _workbook(data) if data.startswith(ZIP) else decoded(data)


def decoded(data: bytes) -> str:
    """A text file in any common encoding."""
    for encoding in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Refused("The file is not a text file.")


def _workbook(data: bytes) -> str:
    _check_size(data)
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        rows = list(sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True))
    except Exception as trouble:  # a damaged workbook fails anywhere inside the library
        raise Refused("The workbook cannot be read: save it again, or as CSV.") from trouble
    out = io.StringIO()
    csv.writer(out).writerows(_cells(row) for row in rows)
    return out.getvalue()


def _cells(row: tuple[object, ...]) -> list[str]:
    """What a row says, without the empty cells a sheet goes on with."""
    words = [_words(cell) for cell in row]
    while len(words) > 1 and not words[-1]:
        words.pop()
    return words


def _check_size(data: bytes) -> None:
    """A small file may unpack into a huge one: look before opening it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(item.file_size for item in packed.infolist())
    except zipfile.BadZipFile as trouble:
        raise Refused("The workbook cannot be read: save it again, or as CSV.") from trouble
    if unpacked > MOST_UNPACKED:
        raise Refused("The workbook is too large: save the sheet as CSV.")


def _words(cell: object) -> str:
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return "" if cell is None else str(cell)
