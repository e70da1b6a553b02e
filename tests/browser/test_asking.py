"""What takes money, chips or a seat asks once and is undone from the toast; routine does not."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_two_tablets import apart
from tests.factories import (
    WITH_REBUYS,
    bust_all_but,
    refreshed,
    registering,
    running,
    table_of,
)
from tournament.models import Tournament

pytestmark = pytest.mark.browser


def console(page: Page, cup: Tournament) -> None:
    page.goto(f"/t/{cup.code}/console/")
    expect(page.locator("body")).to_have_attribute("data-live", "live")


def test_a_double_tap_on_draw_seats_does_not_start_play(director: Page):
    """Both stand in the same place: the second tap shuffled up and dealt."""
    cup = apart(lambda: registering(3))
    console(director, cup)
    director.get_by_role("button", name="Draw seats").dblclick()
    start = director.get_by_role("button", name="Shuffle up and deal")
    expect(start).to_be_visible()
    assert apart(lambda: refreshed(cup)).state == "seated"
    start.click()
    expect(director.get_by_role("button", name="Pause").first).to_be_visible()


def test_a_draw_is_undone_from_its_toast(director: Page):
    cup = apart(lambda: registering(3))
    console(director, cup)
    director.get_by_role("button", name="Draw seats").click()
    toast = director.locator("#done")
    expect(toast).to_contain_text("Seats drawn.")
    toast.get_by_role("button", name="Undo").click()
    expect(director.get_by_role("button", name="Draw seats")).to_be_visible()
    expect(toast).to_have_count(0)


def test_a_rebuy_names_its_price_before_it_is_sold_and_is_undone_from_its_toast(director: Page):
    """It took $50 in cash at one press, without a word."""
    cup = apart(lambda: somebody_without_chips(2))
    console(director, cup)
    sell = director.get_by_role("button", name="Rebuy · $50")
    sell.click()
    expect(director.locator("#confirm-title")).to_contain_text(": $50 cash?")
    director.locator("[data-confirm-no]").click()
    assert apart(lambda: cup.money.count()) == 0
    sell.click()
    director.locator("[data-confirm-yes]").click()
    toast = director.locator("#done")
    expect(toast).to_contain_text("$50 cash.")
    expect(toast.get_by_role("link", name="Receipt")).to_be_visible()
    expect(sell).to_have_count(0)
    toast.get_by_role("button", name="Undo").click()
    expect(sell).to_be_visible()


def test_an_elimination_asks_and_is_undone_from_its_toast(director: Page):
    cup = apart(lambda: somebody_without_chips(3))
    console(director, cup)
    out = director.get_by_role("button", name="Eliminate")
    expect(out).to_have_count(2)
    out.first.click()
    expect(director.locator("#confirm-title")).to_contain_text("Eliminate Player")
    director.locator("[data-confirm-yes]").click()
    expect(out).to_have_count(1)
    director.locator("#done").get_by_role("button", name="Undo").click()
    expect(out).to_have_count(2)


def test_a_break_asks_and_is_undone_from_its_toast(director: Page):
    cup = apart(table_that_fits_elsewhere)
    console(director, cup)
    director.get_by_role("button", name="Break", exact=True).click()
    expect(director.locator("#confirm-title")).to_have_text("Break table 3?")
    director.locator("[data-confirm-yes]").click()
    expect(director.get_by_text("is in transit to").first).to_be_visible()
    director.locator("#done").get_by_role("button", name="Undo").click()
    expect(director.get_by_text("is in transit to")).to_have_count(0)
    expect(director.get_by_role("link", name="Table 3")).to_be_visible()


def somebody_without_chips(players: int) -> Tournament:
    cup = running(players, preset=WITH_REBUYS)
    cup.structure["rebuys"]["terms"]["price"] = 5000
    cup.save(update_fields=["structure"])
    bust_all_but(table_of(cup), 1)
    return cup


def table_that_fits_elsewhere() -> Tournament:
    cup = running(7, seats=3)
    table = table_of(cup, 3)
    bust_all_but(table, table.seatings.all()[0].seat)
    return cup
