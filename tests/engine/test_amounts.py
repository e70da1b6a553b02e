"""Amounts and hours are written and read as the house does, and never read as something else."""

from datetime import time

import pytest

from engine import amounts
from engine.amounts import SEPARATORS, Style, dollars, figure, hour, typed_cents, typed_figure


def style(separators: str, currency: str = "$", *, has_12_hours: bool = False) -> Style:
    return Style(currency, *SEPARATORS[separators], has_12_hours)


@pytest.mark.parametrize(
    ("separators", "currency", "shown"),
    [
        ("comma", "$", ("20,000", "$1,300.50")),
        ("point", "€", ("20.000", "€1.300,50")),
        ("space", "kr\u00a0", ("20\u202f000", "kr\u00a01\u202f300,50")),
    ],
)
def test_one_formatter_writes_every_amount(separators: str, currency: str, shown: tuple[str, str]):
    amounts.use(style(separators, currency))
    assert (figure(20_000), dollars(130_050)) == shown


@pytest.mark.parametrize(
    ("separators", "typed", "cents"),
    [
        ("comma", "55,50", None),
        ("comma", "55.50", 5550),
        ("comma", "1,300.50", 130_050),
        ("point", "55,50", 5550),
        ("point", "55.50", None),
        ("point", "1.300,50", 130_050),
        ("space", "1 300,5", 130_050),
        ("space", "1.300", None),
    ],
)
def test_typed_money_is_read_by_the_same_separators(separators: str, typed: str, cents: int | None):
    amounts.use(style(separators))
    assert typed_cents(typed) == cents


@pytest.mark.parametrize(
    ("typed", "number"),
    [("20,000", 20_000), ("20000", 20_000), ("20 000", 20_000), ("2,00", None), ("1.5", None)],
)
def test_a_grouped_figure_is_a_number(typed: str, number: int | None):
    assert typed_figure(typed) == number


@pytest.mark.parametrize("cents", [0, 5, 50, 5000, 1250, 123_456_789])
@pytest.mark.parametrize("separators", SEPARATORS)
def test_what_a_field_holds_is_read_back_as_it_was(separators: str, cents: int):
    amounts.use(style(separators))
    assert typed_cents(amounts.in_a_field(cents)) == cents
    assert typed_cents(dollars(cents)) == cents


def test_blinds_may_be_typed_with_what_sets_thousands_apart():
    assert amounts.closed_up("500/1,000") == "500/1000"
    assert amounts.closed_up("1000,200") == "1000,200"


def test_hours_are_written_with_twelve_or_twenty_four():
    assert hour(time(21, 5)) == "21:05"
    amounts.use(style("comma", has_12_hours=True))
    assert hour(time(21, 5)) == "9:05 PM"
    assert hour(time(0, 5)) == "12:05 AM"
