"""The desk in a browser: thirty players under pressure, by keyboard alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_two_tablets import apart
from tests.factories import registering
from tournament.models import Entry, MoneyLine, Tournament

pytestmark = pytest.mark.browser


def test_thirty_players_pay_at_the_desk_and_no_one_touches_a_mouse(director: Page):
    cup: Tournament = apart(registering)
    director.goto(f"/t/{cup.code}/desk/")
    field = director.get_by_role("searchbox", name="Name, #number or ticket")
    for number in range(1, 31):
        expect(field).to_be_focused()
        director.keyboard.type(f"Guest {number:02}")
        director.keyboard.press("Enter")
        expect(director.get_by_role("button", name="Enter and take payment")).to_be_focused()
        director.keyboard.press("Enter")
        expect(director.get_by_text(f"Guest {number:02} is entry {number},")).to_be_visible()
    expect(field).to_be_focused()
    director.keyboard.type("guest 07")
    director.keyboard.press("Enter")
    expect(director.get_by_role("button", name="Check in")).to_be_focused()
    director.keyboard.press("Enter")
    expect(director.get_by_text("Guest 07 is checked in.")).to_be_visible()
    assert Entry.objects.filter(tournament=cup).count() == 30
    cash = MoneyLine.objects.filter(posting__tournament=cup, account="cash")
    assert sum(cash.values_list("amount", flat=True)) == 30 * 11_000


def test_a_name_typed_while_no_field_has_the_focus_goes_to_the_field(director: Page):
    cup: Tournament = apart(registering)
    director.goto(f"/t/{cup.code}/desk/?find=Guest")
    director.get_by_role("heading", name="Desk").click()
    director.keyboard.type("Ada")
    field = director.get_by_role("searchbox", name="Name, #number or ticket")
    expect(field).to_have_value("Ada")
    expect(field).to_be_focused()
