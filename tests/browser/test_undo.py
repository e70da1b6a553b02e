"""Taken back: the dealer's last steps with one tap each, and further back by the floor."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from tables.models import HandRecord, Table
from tests.browser.test_evening import do
from tests.browser.test_two_tablets import apart
from tests.factories import house_director, signed_in
from tests.site import LiveSite
from tournament.models import JournalEntry

pytestmark = pytest.mark.browser


@pytest.fixture
def floor(browser: Browser, live_site: LiveSite) -> Iterator[Page]:
    """The director's browser."""
    name = settings.SESSION_COOKIE_NAME
    session = apart(lambda: signed_in(house_director()).cookies[name].value)
    with browser.new_context(base_url=live_site.url) as context:
        context.add_cookies([{"name": name, "value": session, "url": live_site.url}])
        yield context.new_page()


def phase(tablet: Page, wanted: str) -> None:
    expect(tablet.locator("#tablet")).to_have_attribute("data-phase", wanted)


def all_fold(tablet: Page) -> None:
    """The five in front of the big blind."""
    for _ in range(5):
        do(tablet, "#do-fold")
    phase(tablet, "ended")


def test_steps_and_whole_hands_are_taken_back(tablet: Page, floor: Page, table: Table):
    for step in ("#do-fold", "[data-stay]", "#do-undo", "#do-undo"):
        do(tablet, step)
    expect(tablet.locator(".seat.is-folded")).to_have_count(0)
    all_fold(tablet)
    do(tablet, "#do-start")
    do(tablet, "[data-stay]")

    floor.goto(f"/t/{table.tournament.code}/tables/{table.number}/take-back/")
    floor.get_by_text("Open hand 1 again").click()
    floor.locator("details .take-back-step").last.click()
    floor.fill("#reason", "The wrong seat was folded")
    floor.get_by_role("button", name="Undo").click()
    expect(floor.get_by_text("Undone.")).to_be_visible()
    expect(tablet.locator(".tablet-top h1")).to_contain_text("Hand 1")
    expect(tablet.locator(".seat.is-folded")).to_have_count(0)
    all_fold(tablet)
    expect(tablet.locator("#do-start")).to_contain_text("Deal hand 3")
    line = JournalEntry.objects.get(name="hand.taken_back")
    assert line.data["reason"] == "The wrong seat was folded"
    assert HandRecord.objects.filter(table=table).count() == 2
