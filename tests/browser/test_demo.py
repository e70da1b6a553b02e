"""The demo's first page: four screens of one event in one window, all of them in use."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tables.demo import moments
from tests.browser.test_two_tablets import apart
from tests.site import LiveSite, start_site
from tournament import requests

pytestmark = pytest.mark.browser
FRAME = 6  # pixels
WINDOWS = ("The hall's clock", "The director's console", "The dealer's tablet", "A player's phone")


@pytest.fixture
def demo(live_site: LiveSite) -> Iterator[LiveSite]:
    """The same site as a demo."""
    site = start_site({**live_site.environment, "DEMO": "1"})
    yield site
    site.stop()


def test_what_is_pressed_in_one_window_is_seen_in_the_others(demo: LiveSite, browser: Browser):
    dinner = moments.BY_KEY["break"]
    apart(lambda: dinner.make and dinner.make(dinner.event, now=requests.now()))
    context = browser.new_context(base_url=demo.url, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto("/demo/")
    page.get_by_role("link", name="Dinner break").click()
    hall, console, tablet, phone = (page.frame_locator(f'[title="{name}"]') for name in WINDOWS)
    for window in (hall, phone):
        expect(window.get_by_text("until play resumes").first).to_be_visible()
    for title in WINDOWS:
        assert is_all_seen(page, title)
    console.get_by_role("button", name="End the break").click()
    for window in (hall, phone):
        expect(window.get_by_text("until play resumes").first).to_be_hidden()
    tablet.get_by_role("button", name="Deal hand").click()
    expect(tablet.locator("#do-fold")).to_be_visible()


def is_all_seen(page: Page, title: str) -> bool:
    """Whether a window is drawn whole, in the shape of its screen."""
    frame = page.locator(f'[title="{title}"]')
    inner, outer = frame.bounding_box(), frame.locator("..").bounding_box()
    assert inner is not None
    assert outer is not None
    return all(abs(inner[side] - outer[side]) < FRAME for side in ("width", "height"))
