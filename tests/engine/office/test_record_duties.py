"""By when a report is due and how long records are kept, by each book."""

from datetime import date

import pytest

from engine.office import record_duties


@pytest.mark.rule("igr:7.01")
def test_igr_wants_its_report_within_twenty_days():
    assert record_duties.report_due("igr", ended_on=date(2027, 3, 5)) == date(2027, 3, 25)
    assert record_duties.report_due("adelaide", ended_on=date(2027, 3, 5)) is None


@pytest.mark.rule("igr:8.01(h)")
def test_igr_records_are_kept_three_years_a_leap_day_too():
    assert record_duties.keep_until("igr", ended_on=date(2028, 2, 29)) == date(2031, 2, 28)
    assert record_duties.keep_until("igr", ended_on=date(2027, 3, 5)) == date(2030, 3, 5)
    assert record_duties.keep_until("charity", ended_on=date(2027, 3, 5)) is None
