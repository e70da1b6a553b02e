"""Ten things that go wrong at a table, told on its tablet and put right by the book."""

import re

import pytest
from playwright.sync_api import Page, expect

from engine.rules import irregularities as what
from tables.models import Table
from tables.play.services import play
from tests.browser.test_two_tablets import apart
from tests.factories import request
from tournament.models import JournalEntry

pytestmark = pytest.mark.browser


def tell(page: Page, *steps: str) -> None:
    """Open the sheet and tap these one after the other; digits are typed, the last is the end."""
    page.tap("#open-happened")
    page.fill("#sheet [data-sheet-search]", steps[0])
    for step in steps:
        if step.startswith("amount "):
            for digit in step.removeprefix("amount "):
                page.tap(f"#sheet [data-sheet-digit='{digit}']")
            page.tap("#sheet [data-sheet-go]")
        elif step.startswith("seat "):
            number = step.removeprefix("seat ")
            page.tap(f"#sheet .sheet-seat:has(.winner-seat:text-is('{number}'))")
        elif step.startswith("card "):
            page.tap(f"#sheet [data-rank='{step[5]}']")
            page.tap(f"#sheet [data-suit='{step[6]}']")
        else:
            page.locator("#sheet").get_by_role("button", name=step, exact=True).tap()


def carried_out(page: Page, *steps: str, then: str) -> None:
    """Tell it, do as the book says, and read the orders above the table."""
    tell(page, *steps)
    page.tap("#do-happened")
    expect(page.locator("#happened")).to_be_hidden()
    expect(page.locator(".tablet-orders")).to_contain_text(then)
    expect(page.locator("body")).not_to_have_attribute("data-settling", "")


def to_act(page: Page) -> int:
    return int(page.locator("[data-who-seat]").text_content() or 0)


def not_to_act(page: Page) -> str:
    """A seat that waits for its turn."""
    last = (page.locator("[data-turn-card]").get_attribute("data-after") or "").split()[-1]
    return f"seat {last}"


def the_floor_voids_the_hand(tablet: Page, table: Table) -> None:
    """A hand is void by the floor's word alone: the tablet calls for it."""
    tell(tablet, "Defective deck")
    expect(tablet.locator("#sheet")).to_contain_text("Only the floor can do this")
    tablet.tap("#do-ask-floor")
    expect(tablet.locator(".tablet-notice")).to_contain_text("called: Defective deck")
    apart(lambda: play.report(request(table), what.DEFECTIVE_DECK, {}))
    expect(tablet.locator(".tablet-orders")).to_contain_text("The hand is void")


def test_ten_irregularities_are_told_and_put_right(tablet: Page, table: Table):
    exposed = "Hole card exposed"
    carried_out(tablet, exposed, "One", "seat 3", "card 9d", then="The card is replaced")
    expect(tablet.locator(".tablet-orders")).to_contain_text("Give seat 3 the top card")
    carried_out(tablet, "String bet", "amount 300", then="300 put out")
    carried_out(tablet, "Over-chip", "amount 500", then="500 put out")
    carried_out(tablet, "Action out of turn", not_to_act(tablet), "Fold", then="acted out of turn")
    short = "Too few chips for a call or raise"
    carried_out(tablet, short, "Nothing was said", "amount 25", "A call", then="25 put out")
    carried_out(tablet, "Card off the table", f"seat {to_act(tablet)}", then="The card plays on")
    carried_out(tablet, "Flop before the betting ended", then="The cards are dealt again")
    tablet.tap("[data-stay]")
    expect(tablet.locator(".tablet-orders")).to_be_hidden()

    tell(tablet, exposed)
    expect(tablet.locator(".sheet-remedy")).to_contain_text("too late for a misdeal")
    tablet.locator("#sheet .clause-link").tap()
    expect(tablet.locator("#clause [data-clause-text]")).not_to_be_empty()
    tablet.locator("#clause [data-close]").tap()
    tablet.locator("#sheet").get_by_role("button", name="Play on").tap()

    carried_out(tablet, "A hand is dead", f"seat {to_act(tablet)}", "Rule broken", then="is dead")

    the_floor_voids_the_hand(tablet, table)
    tablet.tap("#do-start")
    expect(tablet.locator("#tablet")).to_have_attribute("data-phase", "betting")
    carried_out(tablet, "Cards exposed in the cut", then="Misdeal")
    tablet.tap("#do-start")
    expect(tablet.locator("#tablet")).to_have_attribute("data-phase", "betting")
    assert JournalEntry.objects.filter(name="hand.ruled").count() == 10


def test_a_seat_opens_what_concerns_its_player(tablet: Page):
    seat = to_act(tablet)
    tablet.tap(f"#seat-{seat} .seat-plate")
    menu = tablet.locator("#seat-menu")
    menu.get_by_role("button", name="Call time").tap()
    expect(tablet.locator(".tablet-clock time")).to_have_text(re.compile("0[01]:"))
    other = not_to_act(tablet).removeprefix("seat ")
    tablet.locator(f"#seat-{other} .seat-plate").click(delay=700)  # a tap would bring play there
    menu.get_by_role("button", name="Hand is dead").tap()
    tablet.locator("#sheet").get_by_role("button", name="Rule broken").tap()
    tablet.tap("#do-happened")
    expect(tablet.locator(".tablet-orders")).to_contain_text("is dead")
    tablet.tap(f"#seat-{other} .seat-plate")
    menu.get_by_role("button", name="Away from the table").tap()
    expect(menu).to_be_hidden()
