"""What htmx repaired after the beta that pages run, and reaches our pages: each is met by ours."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.test_two_tablets import apart
from tests.factories import registering

pytestmark = pytest.mark.browser


def test_a_check_that_the_next_one_replaces_is_no_silent_server(director: Page):
    """The beta calls the request that was given up an error; the page said "did not answer"."""
    cup = apart(registering)
    asked: list[Route] = []

    def hold_the_first(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1 or route.request.method != "POST":
            route.continue_()

    director.goto(f"/t/{cup.code}/schedule/")
    director.route("**/schedule/", hold_the_first)
    minutes, waiting = director.locator("#minutes-0"), director.locator("ol.htmx-request")
    minutes.fill("25")
    expect(waiting).to_have_count(1)
    minutes.fill("26")
    expect(waiting).to_have_count(0)
    assert len(asked) == 2
    expect(director.locator("#notice")).to_be_empty()
