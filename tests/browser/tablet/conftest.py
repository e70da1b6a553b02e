"""The tablet in a browser, on pictures made up for the test."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.tablet.steps import Open
from tests.browser.tablet_pictures import FakeTable

# The browser's own words for refused and failed commands, and htmx's for what was not fetched.
EXPECTED = ("Failed to load resource", "htmx: htmx:error: Failed to fetch")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A tablet's browser; anything it complains about fails the test."""
    complaints: list[str] = []
    with browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True) as context:
        opened = context.new_page()
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.on("console", lambda said: complaints.append(said.text))
        yield opened
    assert not [one for one in complaints if not one.startswith(EXPECTED)]


@pytest.fixture
def tablet(page: Page) -> Open:
    """Opens the tablet on a made-up picture."""

    def opened(shown: dict[str, Any]) -> FakeTable:
        table = FakeTable(shown)
        table.serve(page)
        return table

    return opened
