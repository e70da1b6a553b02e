"""A report as a workbook: the facts on the first sheet, each table on one of its own."""

import re
from datetime import date, datetime
from io import BytesIO
from typing import Any

from django.utils import timezone
from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from tournament.records.queries.cells import plain
from tournament.records.queries.report import Kind, Report, Sheet, Value

KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMATS = {
    Kind.MONEY: '"$"#,##0.00',
    Kind.NUMBER: "#,##0",
    Kind.MOMENT: "yyyy-mm-dd hh:mm",
    Kind.DAY: "yyyy-mm-dd",
    Kind.TEXT: "General",
}
BOLD = Font(bold=True)


def write(report: Report) -> bytes:
    """The whole report."""
    book = Workbook()
    first = book.worksheets[0]
    first.title = "Report"
    _put(first.cell(1, 1), report.title, Kind.TEXT).font = Font(bold=True, size=14)
    _put(first.cell(2, 1), report.event, Kind.TEXT)
    for line, fact in enumerate(report.facts, 4):
        _put(first.cell(line, 1), fact.label, Kind.TEXT)
        _put(first.cell(line, 2), fact.value, fact.kind)
    first.column_dimensions["A"].width = 44
    first.column_dimensions["B"].width = 36
    for sheet in report.sheets:
        _table(book.create_sheet(_name(sheet.title, book)), sheet)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _table(page: Worksheet, sheet: Sheet) -> None:
    for place, column in enumerate(sheet.columns, 1):
        _put(page.cell(1, place), column.title, Kind.TEXT).font = BOLD
    for line, row in enumerate(sheet.rows, 2):
        for place, (value, column) in enumerate(zip(row, sheet.columns, strict=True), 1):
            _put(page.cell(line, place), value, column.kind)
    last = len(sheet.rows) + 2
    for place, (value, column) in enumerate(zip(sheet.totals, sheet.columns, strict=False), 1):
        _put(page.cell(last, place), value, column.kind).font = BOLD
    for place, cells in enumerate(zip(*sheet.texts, strict=True), 1):
        widest = max(len(words) for words, _ in cells)
        page.column_dimensions[get_column_letter(place)].width = min(60, max(12, widest + 2))
    page.freeze_panes = "A2"


def _put(cell: Any, value: Value, kind: Kind) -> Cell:
    """Words stay words: what begins like a formula is stored as text."""
    if isinstance(value, str):
        cell.value = plain(value)
        cell.data_type = "s"
        cell.quotePrefix = True
        cell.alignment = Alignment(wrap_text=len(value) > 60, vertical="top")
    elif isinstance(value, datetime):
        cell.value = timezone.localtime(value).replace(tzinfo=None)
    elif isinstance(value, int) and kind is Kind.MONEY:
        cell.value = value / 100
    elif value is None or isinstance(value, int | date):
        cell.value = value
    cell.number_format = FORMATS[kind]
    assert isinstance(cell, Cell)
    return cell


def _name(title: str, book: Workbook) -> str:
    """A sheet's name: at most 31 letters, without those Excel refuses, and only once."""
    short = re.sub(r"[\[\]:*?/\\']", " ", plain(title)).strip()[:28] or "Table"
    return short if short not in book.sheetnames else f"{short} {len(book.sheetnames)}"
