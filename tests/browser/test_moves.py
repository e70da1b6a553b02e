"""Moves as people see them: the floor orders one, phones show it, the new table confirms it."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from engine.structure import presets
from tests.browser.test_two_tablets import apart, opened, paired
from tests.factories import deal, house_director, registering, running, signed_in, table_of
from tests.site import LiveSite
from tournament.models import Tournament

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def cup(live_site: LiveSite) -> Tournament:
    """Nine players: five at table 1, four at table 2."""
    return apart(lambda: running(9, seats=8))


@pytest.fixture
def console(browser: Browser, live_site: LiveSite, cup: Tournament) -> Iterator[Page]:
    """The director's browser."""
    session = apart(lambda: signed_in(house_director()).cookies[settings.SESSION_COOKIE_NAME].value)
    with browser.new_context(base_url=live_site.url) as context:
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies([{"name": name, "value": session, "url": live_site.url}])
        yield context.new_page()


@pytest.fixture
def phone(browser: Browser, live_site: LiveSite, cup: Tournament) -> Iterator[Page]:
    """Somebody's phone on the public page."""
    with browser.new_context(base_url=live_site.url, viewport=PHONE) as context:
        page = context.new_page()
        page.goto(f"/t/{cup.code}/")
        expect(page.locator("body")).to_have_attribute("data-live", "live")
        yield page


@pytest.fixture
def giving(browser: Browser, live_site: LiveSite, cup: Tournament) -> Iterator[Page]:
    """The tablet of table 1, where a hand is in play."""
    first = apart(lambda: table_of(cup, 1))
    apart(lambda: deal(first))
    with paired(browser, live_site, first) as context:
        yield opened(context, first)


@pytest.fixture
def tablet(browser: Browser, live_site: LiveSite, cup: Tournament) -> Iterator[Page]:
    """The tablet of table 2."""
    second = apart(lambda: table_of(cup, 2))
    with paired(browser, live_site, second) as context:
        yield opened(context, second)


def test_a_move_is_on_the_phone_until_the_new_table_confirms_it(
    console: Page, phone: Page, tablet: Page, cup: Tournament
):
    console.goto(f"/t/{cup.code}/seats/")
    name = console.locator("#move-entry option").first.inner_text().split(" (")[0]
    to_second = console.locator("#move-place option", has_text="Table 2").first
    console.select_option("#move-place", to_second.get_attribute("value"))
    console.get_by_role("button", name="Move", exact=True).click()
    expect(console.get_by_text("Move made; it is on every screen.")).to_be_visible()
    coming = phone.locator(".moves-latest li", has_text=name)
    expect(coming).to_contain_text("in transit")
    expect(tablet.locator(".arrival")).to_contain_text(f"{name} comes from table 1")
    tablet.get_by_role("button", name="Seated").tap()
    expect(tablet.locator(".arrival")).to_have_count(0)
    expect(coming).not_to_contain_text("in transit")


def test_a_move_ordered_during_a_hand_is_made_when_the_dealer_has_ended_it(
    console: Page, giving: Page, tablet: Page, cup: Tournament
):
    console.goto(f"/t/{cup.code}/seats/")
    name = console.locator("#move-entry option").first.inner_text().split(" (")[0]
    to_second = console.locator("#move-place option", has_text="Table 2").first
    console.select_option("#move-place", to_second.get_attribute("value"))
    console.get_by_role("button", name="Move", exact=True).click()
    expect(console.get_by_text("it is done when that hand has ended")).to_be_visible()
    expect(giving.locator(".tablet-notice").first).to_contain_text(f"{name} moves to table 2")
    console.goto(f"/t/{cup.code}/console/")
    expect(console.locator(".queue-item[data-kind=order]")).to_contain_text(name)
    for _ in range(4):
        seat = giving.locator("[data-who-seat]").inner_text()
        giving.tap("#do-fold")
        expect(giving.locator("[data-who-seat]", has_text=seat)).to_have_count(0)
    expect(tablet.locator(".arrival")).to_contain_text(f"{name} comes from table 1")
    expect(console.locator(".queue-item[data-kind=order]")).to_have_count(0)
    expect(console.locator(".queue-item[data-kind=transit]")).to_contain_text(name)


def test_a_call_for_the_floor_rings_on_the_console_until_it_is_answered(
    console: Page, tablet: Page, cup: Tournament
):
    console.goto(f"/t/{cup.code}/console/")
    expect(console.locator("body")).to_have_attribute("data-live", "live")
    tablet.tap("#do-call-floor")
    tablet.get_by_role("button", name="Chip count").tap()
    call = console.locator(".queue-item[data-call]")
    expect(call).to_contain_text("Table 2 calls the floor")
    expect(call).to_contain_text("Chip count")
    expect(console.locator("body")).to_have_attribute("data-ringing", "")
    expect(console).to_have_title("(1) Table 2 calls the floor")
    expect(tablet.locator(".tablet-notice")).to_have_text("The floor has been called: Chip count.")
    call.get_by_role("button", name="Answered").click()
    expect(call).to_have_count(0)
    expect(console.locator("body")).not_to_have_attribute("data-ringing", "")
    expect(console).to_have_title(f"Console · {cup.name}")


def test_before_a_penalty_is_imposed_the_question_names_player_and_penalty(
    console: Page, cup: Tournament
):
    console.goto(f"/t/{cup.code}/tables/2/floor/")
    impose = console.get_by_role("button", name="Give penalty", exact=True)
    console.fill("#penalty-reason", "Abusive language")
    impose.click()
    expect(console.locator("#confirm")).to_be_hidden()  # no player was chosen
    console.select_option("#penalty-seat", index=1)
    who = console.locator("#penalty-seat option:checked").inner_text()
    what = console.locator("#penalty-kind option:checked").inner_text()
    impose.click()
    expect(console.locator("#confirm-title")).to_have_text(f"{what} for {who}?")


def test_a_table_breaks_from_the_seats_page_to_the_last_player_seated(
    console: Page, tablet: Page, cup: Tournament
):
    apart(lambda: make_room(cup))
    console.goto(f"/t/{cup.code}/seats/")
    console.fill("#order", "1")
    console.get_by_role("button", name="Save order").click()
    console.get_by_role("button", name="Break").first.click()
    console.locator("[data-confirm-yes]").click()
    expect(console.get_by_text("Table 1 broken")).to_be_visible()
    expect(tablet.locator(".arrival").last).to_contain_text("2 more on the way")
    for _ in range(4):
        one = tablet.get_by_role("button", name="Seated").first
        seat = one.get_attribute("id")
        one.tap()
        expect(tablet.locator(f"#{seat}")).to_have_count(0)
    expect(tablet.locator(".arrival")).to_have_count(0)
    expect(tablet.locator(".seat:not(.is-empty)")).to_have_count(8)


def make_room(cup: Tournament) -> None:
    """Somebody of table 1 has left: eight fit at one table."""
    seat = table_of(cup, 1).seatings.filter(until=None).first()
    assert seat is not None
    seat.until = seat.since
    seat.save(update_fields=["until"])


def test_a_refusal_is_said_on_the_page_and_what_was_typed_stays(console: Page, cup: Tournament):
    console.goto(f"/t/{cup.code}/seats/")
    console.fill("#lock-reason", "Wheelchair")
    sits = console.locator("#seats-players tbody td").nth(1).inner_text()
    first = console.locator(".seats-tables li").first
    taken = first.locator(f"input[name=seat][value='{sits}']")
    taken.check()
    first.get_by_role("button", name="Save").click()
    refusal = console.locator("#notice #refused")
    expect(refusal).to_contain_text("move the player first")
    expect(refusal).to_be_in_viewport()
    expect(console.locator("#lock-reason")).to_have_value("Wheelchair")
    expect(taken).to_be_checked()
    sent: list[str] = []

    def fail(route: Route) -> None:
        sent.append(route.request.method)
        route.fulfill(status=500, content_type="text/html", body="<p>Something broke.</p>")

    console.route("**/seats/**", fail)
    first.get_by_role("button", name="Save").click()
    expect(console.locator("#notice")).to_contain_text("The server did not answer.")
    expect(console.locator("main")).not_to_have_attribute("inert", "")
    assert sent == ["POST"]  # what may have been done is never sent a second time


def test_cards_that_cannot_have_fallen_are_named_on_the_page_and_stay_to_be_corrected(
    director: Page,
):
    cup = apart(lambda: registering(8, preset=presets.get("fours")))
    director.goto(f"/t/{cup.code}/seats/")
    director.get_by_text("Cards drawn at the table").click()
    fields = director.locator(".seats-cards input")
    for at, card in enumerate((3, 1, 2, 8, 7, 6, 5, 5)):
        fields.nth(at).fill(str(card))
    seats_everybody(director)
    refusal = director.locator("#notice #refused")
    expect(refusal).to_contain_text("from the ace (1) to 8: look at 5; nobody has 4.")
    expect(fields.nth(3)).to_have_value("8")
    fields.nth(7).fill("4")
    seats_everybody(director)
    expect(director.get_by_text("Seats drawn.")).to_be_visible()


def seats_everybody(director: Page) -> None:
    director.get_by_role("button", name="Draw seats").click()
    director.locator("[data-confirm-yes]").click()
