"""What a book wants reported, by when, and how long records are kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True)
class RecordDuties:
    """The duties of one book; nothing where it is silent."""

    days_to_report: int | None = None
    report_clause: str = ""
    years_kept: int | None = None
    kept_clause: str = ""
    integrity_clause: str = ""  # cheating is reported to the regulator


SILENT = RecordDuties()
BOOKS: Mapping[str, RecordDuties] = {
    "igr": RecordDuties(
        days_to_report=20,
        report_clause="igr:7.01",
        years_kept=3,
        kept_clause="igr:8.01(h)",
        integrity_clause="igr:6.02(i)",
    )
}


def of(rulebook: str) -> RecordDuties:
    """What this book wants."""
    return BOOKS.get(rulebook, SILENT)


def report_due(rulebook: str, *, ended_on: date) -> date | None:
    """The last day on which the financial report may be handed in, where there is one."""
    days = of(rulebook).days_to_report
    return None if days is None else ended_on + timedelta(days=days)


def keep_until(rulebook: str, *, ended_on: date) -> date | None:
    """Until when every record of the event is kept, where the book says."""
    years = of(rulebook).years_kept
    if years is None:
        return None
    is_leap_day = (ended_on.month, ended_on.day) == (2, 29)
    day = ended_on.replace(day=28) if is_leap_day else ended_on
    return day.replace(year=day.year + years)
