"""A dealer pushes in at the tablet: two taps and six digits."""

import pytest
from playwright.sync_api import Page, expect

from tables.crew.queries import dealers
from tables.models import Table
from tests.browser.test_two_tablets import apart
from tests.factories import user
from tournament.models import Staff
from tournament.permissions import Role

pytestmark = pytest.mark.browser


def test_a_dealer_types_the_code_and_sees_their_name(tablet: Page, table: Table):
    code = apart(lambda: badge(table))
    tablet.locator("#open-comfort").tap()
    tablet.locator("#open-dealer").tap()
    tablet.get_by_label("Your dealer code").fill("000")
    tablet.get_by_role("button", name="Push in").tap()
    expect(tablet.get_by_text("No dealer here has this code.")).to_be_visible()
    tablet.get_by_label("Your dealer code").fill(code)
    tablet.get_by_role("button", name="Push in").tap()
    expect(tablet.locator(".tablet-dealer")).to_have_text("ann")


def badge(table: Table) -> str:
    made = user("ann", table.tournament, Role.DEALER)
    return dealers.code_of(Staff.objects.get(user=made))
