"""What is refused says why, and what is half entered stays."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tablet_pictures as pictures
from tests.browser.tablet.steps import Open, comes_back, foot_of, go_offline, top_of

pytestmark = pytest.mark.browser


def test_what_is_not_possible_says_why_with_its_clause(page: Page, tablet: Open):
    table = tablet(pictures.no_raise())
    page.locator("#do-raise").dispatch_event("click")
    expect(page.get_by_role("alert")).to_contain_text("A short all-in does not reopen")
    expect(page.get_by_role("alert")).to_contain_text("Canberra 13.4")
    assert not table.tried


def test_a_refusal_shows_its_clause_and_goes_with_the_next_tap(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.answer = lambda _: (409, pictures.refused(table.shown, "It is the turn of seat 4."))
    page.tap("#do-fold")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("It is the turn of seat 4.")
    page.tap(".clause-link")
    expect(page.locator("#clause")).to_contain_text("Nobody may raise a short tap-out.")
    link = page.locator("#clause a")
    expect(link).to_have_attribute("href", re.compile(r"/canberra/#canberra:13\.4$"))
    page.tap("#clause [data-close]")
    page.tap('.keypad >> text="5"')
    expect(alert).to_be_hidden()


def test_a_refusal_leaves_in_view_whose_turn_it_is(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.answer = lambda _: (409, pictures.refused(table.shown, "It is the turn of seat 4. " * 3))
    page.tap("#do-fold")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("It is the turn of seat 4.")
    name = page.locator("[data-who-name]")
    expect(name).to_be_visible()
    page.wait_for_function("() => !document.getAnimations().length")
    assert foot_of(name) <= top_of(alert)


def test_a_push_does_not_take_a_refusal_away(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.answer = lambda _: (409, pictures.refused(table.shown, "It is the turn of seat 4."))
    page.tap("#do-fold")
    expect(page.get_by_role("alert")).not_to_be_empty()
    pictures.push(page, pictures.betting(version=13))
    expect(page.locator("#tablet")).to_have_attribute("data-version", "13")
    expect(page.get_by_role("alert")).to_contain_text("It is the turn of seat 4.")


@pytest.mark.parametrize(
    ("opens", "box"), [("#open-happened", "#happened"), ("#seat-3 .seat-plate", "#seat-menu")]
)
def test_what_needs_a_server_that_does_not_answer_can_be_left(
    page: Page, tablet: Open, opens: str, box: str
):
    tablet(pictures.betting(happened_url="/asked/what/", seat_url="/asked/0/"))
    page.route("**/asked/**", lambda route: route.abort())
    page.tap(opens)
    expect(page.locator(box)).to_contain_text("is not answering")
    page.tap(f"{box} [data-close]")
    expect(page.locator(box)).to_be_hidden()


def test_a_tablet_that_was_unpaired_is_told_so(page: Page, tablet: Open):
    tablet(pictures.betting())
    page.route("**/command/", lambda route: route.fulfill(status=200, body="<h1>Sign in</h1>"))
    page.tap("#do-fold")
    expect(page.get_by_role("alert")).to_contain_text("no longer paired")


def test_a_push_keeps_the_amount_being_typed_until_the_turn_changes(page: Page, tablet: Open):
    tablet(pictures.betting())
    page.keyboard.type("2500")
    pictures.push(page, pictures.betting(version=13, notices=["Break after this hand"]))
    expect(page.locator(".tablet-notice")).to_be_visible()
    expect(page.locator("[data-raise-amount]")).to_have_text("2,500")
    pictures.push(page, pictures.betting(seat=4, version=14))
    expect(page.locator("[data-who-name]")).to_have_text("Dan")
    expect(page.locator("[data-raise-amount]")).to_be_empty()


def test_a_push_keeps_the_cards_being_picked(page: Page, tablet: Open):
    tablet(pictures.flop())
    page.tap('[data-rank="K"]')
    page.tap('[data-suit="s"]')
    pictures.push(page, pictures.flop() | {"version": 13})
    expect(page.locator("#tablet")).to_have_attribute("data-version", "13")
    expect(page.locator(".pick").first).to_have_text("K♠")


def test_a_refused_amount_stays_to_be_corrected(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.answer = lambda _: (409, pictures.refused(table.shown, "Not a multiple of 25."))
    page.keyboard.type("1234")
    page.tap("#do-raise")
    expect(page.get_by_role("alert")).to_contain_text("Not a multiple of 25.")
    expect(page.locator("[data-raise-amount]")).to_have_text("1,234")


def test_a_refusal_on_return_shows_everything_that_was_not_recorded(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    go_offline(table, page)
    why = "The table has moved on. Check it again, then tap."
    table.answer = lambda _: (409, pictures.refused(table.shown, why))
    comes_back(table, page)
    lost = page.locator("#unsent-list")
    expect(lost).to_contain_text(why)
    expect(lost.locator("li")).to_have_text(["Seat 3: Fold", "Seat 4: Call 600"])
    page.reload()
    expect(lost.locator("li")).to_have_count(2)
    page.tap("[data-understood]")
    expect(lost).to_be_hidden()
    assert len(table.posted) == 1


def test_a_server_in_trouble_is_asked_again_with_the_same_id(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.answer = lambda _: (500 if len(table.posted) == 1 else 200, table.next())
    page.tap("#do-fold")
    expect(page.locator("#tablet")).to_have_attribute("data-version", "14")
    first, again = table.posted
    assert first == again


def test_a_server_that_stays_in_trouble_can_be_left_with_a_warning(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.answer = lambda _: (500, table.shown)
    page.tap("#do-fold")
    sign = page.locator("[data-waiting-sign]")
    expect(sign).to_have_text("Server problem: 1 action waiting")
    sign.tap()
    page.tap("text=Discard last action")
    expect(page.locator("#unsent-list")).to_contain_text("may have recorded it anyway")
    page.tap("[data-understood]")
    expect(page.locator("[data-who-name]")).to_have_text("Chloe")
    expect(sign).to_be_hidden()
