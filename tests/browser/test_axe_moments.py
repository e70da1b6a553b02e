"""Pages in every moment of an evening that changes their look, through axe."""

import pytest
from playwright.sync_api import Browser

from tests import moments
from tests.browser import axe
from tests.browser.test_two_tablets import apart
from tests.factories import house_director
from tests.site import LiveSite

pytestmark = pytest.mark.browser


def test_no_moment_has_a_serious_fault_in_light_or_dark_or_is_wider_than_a_phone(
    browser: Browser, live_site: LiveSite
):
    cookie, views = apart(lambda: (axe.session(house_director()), moments.every()))
    with axe.looking(browser, live_site, cookie) as page:
        assert axe.of_views(page, views) == {}
