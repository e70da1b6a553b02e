"""The first ten minutes: from the sign-in to the first hand of a home game, every click counted."""

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.test_evening import NAMES, sign_in
from tests.installation import Installation

pytestmark = pytest.mark.browser

MOST_CLICKS = 14


def test_a_home_game_is_dealt_in_under_fifteen_clicks(
    installation: Installation, browser: Browser, capsys: pytest.CaptureFixture[str]
):
    installation.start()
    password = re.search(r"password\s+(\S+)", installation.terminal)
    assert password
    page = browser.new_context(
        base_url=installation.url, viewport={"width": 1280, "height": 800}
    ).new_page()
    clicked: list[str] = ["Sign in", "Sign in (button)", "Change password"]

    def click(what: Locator) -> None:
        expect(what).to_be_visible()
        expect(page.locator(".tablet-page[data-settling]")).to_have_count(0)
        clicked.append(" ".join((what.text_content() or "").split()))
        what.click()

    sign_in(page, password[1])
    click(page.get_by_role("link", name="Quick start").first)
    page.locator("#id_names").fill("\n".join(NAMES))
    click(page.get_by_role("button", name="Draw seats"))
    expect(page.locator(".ready-phone .qr")).to_be_visible()
    click(page.get_by_role("button", name="Start the clock"))
    click(page.get_by_role("link", name="Open tablet 1"))
    page.wait_for_load_state("load")
    click(page.get_by_role("button", name="Red", exact=True))
    for step in ("Check the deck", "Wash the new deck"):
        expect(page.locator("#do-card-step")).to_contain_text(step)
        click(page.locator("#do-card-step"))
    click(page.get_by_role("button", name="Deal hand 1"))
    expect(page.locator("#do-fold")).to_be_visible()

    with capsys.disabled():
        print(f"\nsign-in to first hand: {len(clicked)} clicks: {' · '.join(clicked)}")  # noqa: T201  # the figure
    assert len(clicked) <= MOST_CLICKS
