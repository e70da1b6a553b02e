"""A report as CSV: UTF-8 with the mark that Excel looks for, one table after the other."""

import csv
from datetime import date, datetime
from io import StringIO

from django.utils import timezone

from tournament.records.queries.cells import harmless
from tournament.records.queries.report import Kind, Report, Value

KIND = "text/csv; charset=utf-8"


def write(report: Report) -> bytes:
    """The whole report."""
    out = StringIO()
    lines = csv.writer(out)
    lines.writerow([harmless(report.title), harmless(report.event)])
    for fact in report.facts:
        lines.writerow([harmless(fact.label), cell(fact.value, fact.kind)])
    for sheet in report.sheets:
        lines.writerows([[], [harmless(sheet.title)]] if sheet.title else [[]])
        lines.writerow([harmless(column.title) for column in sheet.columns])
        kinds = [column.kind for column in sheet.columns]
        for row in (*sheet.rows, *([sheet.totals] if sheet.totals else [])):
            lines.writerow([cell(value, kind) for value, kind in zip(row, kinds, strict=True)])
    return out.getvalue().encode("utf-8-sig")


def cell(value: Value, kind: Kind) -> str:
    """A cell a program can read: money with two decimals, moments as ISO writes them."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return timezone.localtime(value).isoformat(sep=" ", timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, int):
        return f"{value / 100:.2f}" if kind is Kind.MONEY else str(value)
    return harmless(value)
