"""The office in a browser: thirty players at the desk by keyboard, and a heat that sends one on."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_two_tablets import apart
from tests.factories import (
    MINUTE,
    bust_all_but,
    house_director,
    registering,
    signed_in,
    table_of,
)
from tests.site import LiveSite
from tournament.models import Entry, MoneyLine, Tournament

pytestmark = pytest.mark.browser


@pytest.fixture
def director(browser: Browser, live_site: LiveSite) -> Iterator[Page]:
    """The director's browser, signed in."""
    client = apart(lambda: signed_in(house_director()))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context = browser.new_context(base_url=live_site.url, viewport={"width": 1440, "height": 900})
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": cookie, "url": live_site.url}])
    yield context.new_page()
    context.close()


def test_thirty_players_pay_at_the_desk_and_no_one_touches_a_mouse(director: Page):
    cup: Tournament = apart(registering)
    director.goto(f"/t/{cup.code}/desk/")
    field = director.get_by_role("searchbox", name="Name, #number or ticket")
    for number in range(1, 31):
        expect(field).to_be_focused()
        director.keyboard.type(f"Guest {number:02}")
        director.keyboard.press("Enter")
        expect(director.get_by_role("button", name="Enter and take the money")).to_be_focused()
        director.keyboard.press("Enter")
        expect(director.get_by_text(f"Guest {number:02} is entry {number},")).to_be_visible()
    expect(field).to_be_focused()
    director.keyboard.type("guest 07")
    director.keyboard.press("Enter")
    expect(director.get_by_role("button", name="Check in")).to_be_focused()
    director.keyboard.press("Enter")
    expect(director.get_by_text("Guest 07 is here.")).to_be_visible()
    assert Entry.objects.filter(tournament=cup).count() == 30
    cash = MoneyLine.objects.filter(posting__tournament=cup, account="cash")
    assert sum(cash.values_list("amount", flat=True)) == 30 * 11_000


def test_a_name_typed_while_no_field_has_the_focus_goes_to_the_field(director: Page):
    cup: Tournament = apart(registering)
    director.goto(f"/t/{cup.code}/desk/?find=Guest")
    director.get_by_role("heading", name="Desk").click()
    director.keyboard.type("Ada")
    field = director.get_by_role("searchbox", name="Name, #number or ticket")
    expect(field).to_have_value("Ada")
    expect(field).to_be_focused()


def test_an_adelaide_heat_is_planned_played_and_its_winner_is_in_the_final(director: Page):
    cup: Tournament = apart(lambda: registering(3))
    director.goto(f"/t/{cup.code}/sessions/")
    director.get_by_label("Kind").select_option("final")
    director.get_by_label("Name", exact=True).fill("Final")
    director.get_by_role("button", name="Add to the plan").click()
    expect(director.get_by_text("Final is planned.")).to_be_visible()
    director.get_by_label("Kind").select_option("heat")
    director.get_by_label("Name", exact=True).fill("Tuesday")
    director.get_by_label("Who goes on plays in").select_option("1")
    director.get_by_role("button", name="Add to the plan").click()
    expect(director.get_by_role("heading", name="Tuesday")).to_be_visible()
    director.goto(f"/t/{cup.code}/console/")
    director.get_by_role("button", name="Draw seats").click()
    director.get_by_role("button", name="Shuffle up and deal").click()
    expect(director.get_by_role("button", name="Pause")).to_be_visible()
    apart(lambda: bust_all_but(table_of(cup), 1, now=cup_now(cup)))
    expect(director.get_by_text("Tuesday: no more hands")).to_be_visible()
    director.goto(f"/t/{cup.code}/sessions/")
    director.get_by_role("button", name="End the session").click()
    director.get_by_role("button", name="End it").click()
    expect(director.get_by_text("Nobody is missing")).to_be_visible()
    (winner,) = Entry.objects.filter(session__name="Final")
    assert winner.advanced_from is not None
    director.goto(f"/t/{cup.code}/console/")
    expect(director.get_by_text("Next: Final, 1 players")).to_be_visible()


def cup_now(cup: Tournament):
    """A minute after play really began: the browser's clock is the wall's."""
    began = Tournament.objects.get(pk=cup.pk).started_at
    assert began is not None
    return began + MINUTE
