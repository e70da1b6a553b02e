"""Who sits before the pages of the journeys."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Request, Route

from tables.models import Table
from tests.browser.tablet_pictures import ORIGIN, answer_static
from tests.browser.test_two_tablets import apart, opened, paired
from tests.factories import house_director, just_dealt, signed_in
from tests.site import LiveSite


@pytest.fixture
def director(browser: Browser, live_site: LiveSite) -> Iterator[Page]:
    """The director's browser, signed in."""
    client = apart(lambda: signed_in(house_director()))
    name = settings.SESSION_COOKIE_NAME
    cookie = client.cookies[name].value
    context = browser.new_context(base_url=live_site.url, viewport={"width": 1440, "height": 900})
    context.add_cookies([{"name": name, "value": cookie, "url": live_site.url}])
    yield context.new_page()
    context.close()


@pytest.fixture
def table(live_site: LiveSite) -> Table:
    """Six players under Adelaide's rules, a hand just dealt."""
    return apart(lambda: just_dealt(6))


@pytest.fixture
def tablet(browser: Browser, live_site: LiveSite, table: Table) -> Iterator[Page]:
    """The tablet of the table, opened."""
    with paired(browser, live_site, table) as context:
        yield opened(context, table)


@pytest.fixture
def scripts(browser: Browser) -> Iterator[Page]:
    """An empty page that may import any script: no server, no tablet."""

    def answer(route: Route, request: Request) -> None:
        path = urlsplit(request.url).path
        if path.startswith("/static/"):
            answer_static(route, path)
        else:
            route.fulfill(body="<!doctype html>", content_type="text/html")

    with browser.new_context() as context:
        page = context.new_page()
        page.route("**/*", answer)
        page.goto(ORIGIN)
        yield page
