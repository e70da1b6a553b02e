"""Besides the hand: a deck made ready, a result entered and the chips counted, all by taps."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tables.chips.services import counts
from tables.models import CountedStack, Deck, HandRecord, Table
from tests.browser.test_two_tablets import apart
from tests.factories import DIRECTOR, running, table_of
from tests.site import LiveSite

pytestmark = pytest.mark.browser


def a_table_by_the_book() -> Table:
    cup = running(4)
    cup.structure |= {"card_steps": "book", "recording_depth": "results"}
    cup.save(update_fields=["structure"])
    return table_of(cup)


@pytest.fixture
def table(live_site: LiveSite) -> Table:
    return apart(a_table_by_the_book)


def type_keys(tablet: Page, digits: str) -> None:
    for digit in digits:
        tablet.tap(f"[data-grid-key='{digit}']")


def open_count(table: Table) -> None:
    counts.open_count(
        tournament_id=table.tournament_id,
        only_table=None,
        because="Ann asks",
        actor=DIRECTOR,
        now=timezone.now(),
    )


def test_a_deck_a_result_and_a_count_by_taps(tablet: Page, table: Table):
    tablet.get_by_role("button", name="Red", exact=True).tap()
    for step in ("Check the deck", "Wash the new deck"):
        expect(tablet.locator("#do-card-step")).to_contain_text(step)
        tablet.tap("#do-card-step")
    expect(tablet.locator("#do-start")).to_contain_text("Shuffled, cut")
    tablet.tap("#do-start")
    tablet.tap("#open-result")
    tablet.locator("[data-grid-all]").first.tap()
    tablet.locator("[data-grid-rest]").nth(1).tap()
    expect(tablet.locator("[data-grid-left]")).to_have_text("0")
    tablet.tap("[data-grid-save]")
    expect(tablet.locator("[data-grid-refusal]")).to_contain_text("at most")
    tablet.locator("[data-grid-all]").nth(1).tap()
    tablet.locator("[data-grid-rest]").nth(1).tap()
    tablet.tap("[data-grid-save]")
    expect(tablet.locator("#tablet")).to_have_attribute("data-phase", "ended")
    apart(lambda: open_count(table))
    expect(tablet.locator(".seat-stack").first).not_to_be_visible()  # the ledger is not in sight
    tablet.tap("#open-count")
    for digits in ("2050", "950", "1000"):
        type_keys(tablet, digits)
        tablet.tap("[data-grid-next]")
    expect(tablet.locator("[data-grid-sum]")).to_have_text("4,000")
    tablet.tap("[data-grid-save]")
    expect(tablet.locator("#do-start")).to_be_enabled()
    assert apart(lambda: Deck.objects.get().colour) == "red"
    assert apart(lambda: HandRecord.objects.get().ended_at is not None)
    assert apart(lambda: CountedStack.objects.count()) == 3
