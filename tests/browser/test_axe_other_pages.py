"""The other pages of the product through axe, and what pages fetch into themselves."""

import pytest
from playwright.sync_api import Browser

from tests.browser import axe
from tests.browser.test_two_tablets import apart
from tests.site import LiveSite

pytestmark = pytest.mark.browser


def test_no_other_page_and_no_part_has_a_serious_fault_or_is_wider_than_a_phone(
    browser: Browser, live_site: LiveSite
):
    cookie, views, parts = apart(axe.house)
    with axe.looking(browser, live_site, cookie) as page:
        assert axe.of_views(page, views[1::2]) == {}
        assert axe.of_parts(page, parts) == {}
