"""The browser of the journeys: it shows the served site, and shares its database with the test."""

import pytest
from playwright.sync_api import ConsoleMessage, Page

from tournament.models import User

pytestmark = pytest.mark.browser


def test_the_front_page_breaks_no_policy(page: Page):
    said: list[str] = []

    def note(message: ConsoleMessage) -> None:
        said.append(message.text)

    page.on("console", note)
    page.goto("/")
    assert page.locator("main").is_visible()
    assert said == []


def test_a_test_may_use_the_database_while_the_browser_is_open(page: Page):
    User.objects.create_user("ann")
    page.goto("/sign-in/")
    assert User.objects.count() == 1
