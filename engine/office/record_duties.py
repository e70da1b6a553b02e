"""By when an event is reported, and how long its records are kept."""

from datetime import date, timedelta

from engine import rulebooks


def report_due(rulebook: str, *, ended_on: date) -> date | None:
    """The last day on which the financial report may be handed in, where there is one."""
    days = rulebooks.get(rulebook).records.report_days.value
    return None if days is None else ended_on + timedelta(days=days)


def keep_until(rulebook: str, *, ended_on: date) -> date | None:
    """Until when every record of the event is kept, where the book says."""
    years = rulebooks.get(rulebook).records.years_kept.value
    if years is None:
        return None
    is_leap_day = (ended_on.month, ended_on.day) == (2, 29)
    day = ended_on.replace(day=28) if is_leap_day else ended_on
    return day.replace(year=day.year + years)
