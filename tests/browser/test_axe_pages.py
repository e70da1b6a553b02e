"""Every second page of the product through axe; test_axe_other_pages.py has the others."""

import pytest
from playwright.sync_api import Browser

from tests.browser import axe
from tests.browser.test_two_tablets import apart
from tests.site import LiveSite

pytestmark = pytest.mark.browser


def test_no_page_has_a_serious_fault_in_light_or_dark_or_is_wider_than_a_phone(
    browser: Browser, live_site: LiveSite
):
    cookie, views, _ = apart(axe.house)
    with axe.looking(browser, live_site, cookie) as page:
        assert axe.of_views(page, views[::2]) == {}
