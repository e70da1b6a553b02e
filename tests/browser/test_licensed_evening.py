"""A whole IGR evening in a browser: setup, licence, tickets, play, payout, and the report of it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from engine.hand.commands import Call, Fold, RaiseTo
from tests.browser.test_office_evenings import (
    hang_everything_up,
    leader,
    open_registration,
    press,
    write_shares,
)
from tests.browser.test_two_tablets import apart
from tests.factories import (
    award_to,
    bust_all_but,
    deal,
    do,
    house_director,
    offered,
    signed_in,
    table_of,
)
from tests.site import LiveSite, start_site
from tournament.models import Entry, Ticket, Tournament

pytestmark = pytest.mark.browser
HOUR = timedelta(hours=1)
AFTERNOON = 15


def where_it_is_afternoon() -> str:
    """A licensed event begins at lawful hours: somewhere it is three o'clock whenever tests run."""
    east = (AFTERNOON - datetime.now(UTC).hour + 12) % 24 - 12
    return f"Etc/GMT{-east:+}"


@pytest.fixture
def zone() -> ZoneInfo:
    """Where the evening takes place."""
    return ZoneInfo(where_it_is_afternoon())


@pytest.fixture
def chair(browser: Browser, live_site: LiveSite, zone: ZoneInfo) -> Iterator[Page]:
    """The director's browser, in a house whose clocks say it is afternoon."""
    site = start_site({**live_site.environment, "TIME_ZONE": zone.key})
    client = apart(lambda: signed_in(house_director()))
    name = settings.SESSION_COOKIE_NAME
    context = browser.new_context(base_url=site.url, viewport={"width": 1440, "height": 900})
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site.url}])
    yield context.new_page()
    context.close()
    site.stop()


def test_an_igr_evening_from_the_licence_to_the_financial_report(chair: Page, zone: ZoneInfo):
    cup = open_registration(chair, "Food Bank Night", "igr")
    set_up(chair, cup)
    name_the_purpose(chair, cup)
    record_the_licence(chair, cup, datetime.now(zone))
    appoint(chair, cup)
    write_the_prizes(chair, cup)
    number_the_tickets(chair, cup)
    sell_tickets(chair, cup)
    check_in(chair, cup)
    begin(chair, cup, datetime.now(zone))
    apart(lambda: in_the_house(zone, lambda: one_loses_most(cup)))
    sell_a_rebuy(chair, cup)
    refuse_a_latecomer(chair, cup)
    apart(lambda: in_the_house(zone, lambda: everybody_loses_to_one(cup)))
    decline_further_rebuys(chair, cup)
    pay_the_winner(chair, cup)
    count_bank_and_spend(chair, cup)
    report(chair, cup)


def in_the_house(zone: ZoneInfo, play) -> None:
    with timezone.override(zone):
        play()


def set_up(chair: Page, cup: Tournament) -> None:
    """What the book has against it is said while one types."""
    chair.get_by_label("Entry price ($)").fill("0")
    expect(chair.get_by_text("IGR term 5.05(e)")).to_be_visible()
    chair.get_by_label("Entry price ($)").fill("50")
    chair.get_by_label("Maximum players").fill("40")
    expect(chair.get_by_text("Allowed by the rulebook")).to_be_visible()
    press(chair, "Save", says="Setup saved.")


def name_the_purpose(chair: Page, cup: Tournament) -> None:
    chair.goto(f"/t/{cup.code}/money/")
    chair.get_by_label("Charitable or religious organisation").fill("Food Bank")
    chair.get_by_label("Approved purposes, one on each line").fill("Meals")
    chair.get_by_role("textbox", name="Account", exact=True).fill("77-1")
    press(chair, "Save")
    expect(chair.get_by_label("Charitable or religious organisation")).to_have_value("Food Bank")


def record_the_licence(chair: Page, cup: Tournament, now: datetime) -> None:
    chair.goto(f"/t/{cup.code}/licence/")
    for label, words in (
        ("Licence number", "R99-1"),
        ("Licensee", "Food Bank"),
        ("Place", "Parish hall"),
        ("Reserve where it is played", "Meadow Reserve"),
        ("Prizes on offer", "$100 in cash"),
        ("Marking that identifies the chips", f"Blue edge, {cup.code}"),
    ):
        chair.get_by_label(label, exact=True).fill(words)
    for label, moment in (
        ("Licensed from", now - HOUR),
        ("Licensed until", now + 8 * HOUR),
        ("Start of play", now),
        ("End of play", now + 6 * HOUR),
    ):
        chair.get_by_label(label, exact=True).fill(moment.strftime("%Y-%m-%dT%H:%M"))
    press(chair, "Record licence", says="Licence recorded.")
    hang_everything_up(chair, cup)


def appoint(chair: Page, cup: Tournament) -> None:
    chair.goto(f"/t/{cup.code}/staff/")
    for username, role in (("cora", "director"), ("tina", "floor"), ("dan", "dealer")):
        chair.get_by_label("Username").fill(username)
        chair.get_by_label("Name", exact=True).fill(username.title())
        chair.get_by_label("Role", exact=True).select_option(role)
        chair.get_by_label("Date of birth").fill("1990-01-02")
        press(chair, "Appoint", says=f"{username} is appointed.")
    for name in ("Cora", "Tina"):
        press(chair, f"Check {name} in")
        expect(chair.get_by_role("button", name=f"Check {name} out")).to_be_visible()


def write_the_prizes(chair: Page, cup: Tournament) -> None:
    """More than the law's cap is refused as one types; the lawful list is approved and stays."""
    chair.goto(f"/t/{cup.code}/prizes/")
    chair.get_by_label("Divide the pool").select_option("fixed")
    write_shares(chair, "2500")
    expect(chair.get_by_text("IGR term 5.04(a)").first).to_be_visible()
    write_shares(chair, "100")
    press(chair, "Save list")
    press(chair, "Approved with the licence", sure="Mark approved")
    expect(chair.get_by_label("Addendum number")).to_be_visible()


def number_the_tickets(chair: Page, cup: Tournament) -> None:
    chair.goto(f"/t/{cup.code}/tickets/")
    chair.get_by_label("Tickets for sale").fill("41")
    press(chair, "Number tickets", says="IGR term 5.05(c)")
    chair.get_by_label("Tickets for sale").fill("5")
    press(chair, "Number tickets", says="Tickets numbered")


def sell_tickets(chair: Page, cup: Tournament) -> None:
    """By keyboard, against cash; who is too young gets none."""
    chair.goto(f"/t/{cup.code}/desk/")
    for number in range(1, 5):
        ask_for_a_ticket(chair, f"Guest {number}", "1990-01-02")
        expect(chair.get_by_text(f"Guest {number} is entry {number},")).to_be_visible()
    ask_for_a_ticket(chair, "Young Ned", "2015-01-02")
    expect(chair.get_by_text("IGR term 5.03(a)").first).to_be_visible()
    chair.goto(f"/t/{cup.code}/tickets/")
    expect(chair.get_by_text("Tickets and cash agree")).to_be_visible()
    assert Ticket.objects.filter(sheet_id=cup.pk, sold_at__isnull=False).count() == 4


def ask_for_a_ticket(chair: Page, name: str, born_on: str) -> None:
    chair.get_by_role("searchbox", name="Name, #number or ticket").fill(name)
    chair.keyboard.press("Enter")
    chair.get_by_label("Date of birth").fill(born_on)
    chair.get_by_label("E-mail").fill("guest@example.org")
    chair.keyboard.press("Enter")


def check_in(chair: Page, cup: Tournament) -> None:
    """Each ticket as the reader sends it: the address behind its code, and Enter."""
    chair.goto(f"/t/{cup.code}/desk/")
    for entry in Entry.objects.filter(tournament=cup).select_related("ticket", "player"):
        address = f"{chair.url.split('/t/')[0]}/tickets/{entry.ticket.code}/"
        chair.get_by_role("searchbox", name="Name, #number or ticket").fill(address)
        chair.keyboard.press("Enter")
        expect(chair.get_by_role("button", name="Check in")).to_be_focused()
        chair.keyboard.press("Enter")
        expect(chair.get_by_text(f"{entry.player.name} is checked in.")).to_be_visible()


def begin(chair: Page, cup: Tournament, now: datetime) -> None:
    """Seats drawn, the table given to its dealer, the end set; then the first hand may begin."""
    chair.goto(f"/t/{cup.code}/console/")
    press(chair, "Draw seats")
    press(chair, "Shuffle up and deal", says="IGR ")
    chair.goto(f"/t/{cup.code}/checks/")
    chair.get_by_label("Dealer of table 1").select_option(label="Dan")
    chair.locator("form", has=chair.get_by_label("Dealer of table 1")).get_by_role("button").click()
    expect(chair.locator("main")).not_to_have_attribute("inert", "")  # it has been answered
    chair.goto(f"/t/{cup.code}/console/")
    chair.get_by_text("More clock options").click()
    chair.get_by_label("Play ends at").fill((now + 5 * HOUR).strftime("%H:%M"))
    chair.locator("form", has=chair.get_by_label("Play ends at")).get_by_role("button").click()
    expect(chair.get_by_role("button", name="Play to the last player")).to_be_visible()
    press(chair, "Shuffle up and deal")
    expect(chair.get_by_role("button", name="Pause").first).to_be_visible()


def one_loses_most(cup: Tournament) -> None:
    """Two put nearly all of their 5,000 in; the one who called wins it."""
    table, now = table_of(cup), timezone.now()
    deal(table, now=now)
    do(table, RaiseTo(offered(table).seat or 0, 4900), now=now)
    winner = offered(table).seat or 0
    do(table, Call(winner), now=now)
    for _ in range(2):
        do(table, Fold(offered(table).seat or 0), now=now)
    award_to(table, winner, now=now)


def sell_a_rebuy(chair: Page, cup: Tournament) -> None:
    """Only against the player's own ticket, once."""
    chair.goto(f"/t/{cup.code}/desk/")
    short = Entry.objects.filter(tournament=cup).order_by("stack").select_related("ticket")[0]
    offer = chair.get_by_role("button", name=f"Rebuy for {short.name}", exact=True)
    number = chair.get_by_label(f"Ticket number of {short.name}")
    number.fill("5")
    offer.click()
    expect(chair.locator("#notice")).to_contain_text("IGR term 5.05(b)")
    expect(number).to_have_value("5")  # the page has stayed, with what was typed
    number.fill(str(short.ticket.number))
    offer.click()
    expect(chair.get_by_text(f"Sold to {short.name}.")).to_be_visible()


def refuse_a_latecomer(chair: Page, cup: Tournament) -> None:
    ask_for_a_ticket(chair, "Late Lou", "1990-01-02")
    expect(chair.get_by_text("IGR term 5.05(d)").first).to_be_visible()
    assert Entry.objects.filter(tournament=cup).count() == 4


def everybody_loses_to_one(cup: Tournament) -> None:
    bust_all_but(table_of(cup), leader(cup), now=timezone.now())


def decline_further_rebuys(chair: Page, cup: Tournament) -> None:
    """Who lost all and has bought none yet could still buy: each of them says no."""
    chair.goto(f"/t/{cup.code}/console/")
    waiting = chair.get_by_text("has no chips and may rebuy")
    for left in (2, 1):
        expect(waiting).to_have_count(left)
        chair.get_by_role("button", name="Eliminate").first.click()
        chair.locator("[data-confirm-yes]").click()
    expect(waiting).to_have_count(0)


def pay_the_winner(chair: Page, cup: Tournament) -> None:
    """The places are confirmed, and the prize is handed over against a signature."""
    chair.goto(f"/t/{cup.code}/prizes/")
    press(chair, "Publish prizes", sure="Publish", says="Published")
    press(chair, "Confirm places", sure="Confirm", says="Confirmed by")
    open_the_payout(chair, cup)
    chair.get_by_role("button", name="Pay $100").click()
    expect(chair.get_by_text("The receipt must be signed first")).to_be_visible()
    open_the_payout(chair, cup)
    sign(chair)
    chair.get_by_role("button", name="Pay $100").click()
    expect(chair.get_by_text("All prizes paid.")).to_be_visible()


def open_the_payout(chair: Page, cup: Tournament) -> None:
    chair.goto(f"/t/{cup.code}/payout-desk/")
    chair.locator("summary", has_text="$100").click()


def sign(chair: Page) -> None:
    pad = chair.locator("[data-pad]").bounding_box()
    assert pad is not None
    chair.mouse.move(pad["x"] + 20, pad["y"] + 40)
    chair.mouse.down()
    for step in range(1, 6):
        chair.mouse.move(pad["x"] + 20 + 40 * step, pad["y"] + 40 + 15 * (step % 2))
    chair.mouse.up()


def count_bank_and_spend(chair: Page, cup: Tournament) -> None:
    """The drawer agrees, its cash goes to the bank, and the proceeds to their purpose."""
    chair.goto(f"/t/{cup.code}/money/")
    chair.get_by_text("Count a drawer").click()
    chair.get_by_label("Counted, $").fill("150")
    press(chair, "Save count", says="Drawers counted")
    chair.locator("summary", has_text="Bank").first.click()
    chair.locator("#bank-amount").fill("150")
    chair.locator("details", has=chair.locator("#bank-amount")).get_by_role("button").click()
    chair.locator("summary", has_text="Pay out proceeds").click()
    chair.locator("#gift-payee").fill("Food Bank kitchen")
    chair.locator("#gift-amount").fill("120")
    chair.locator("#gift-cheque").fill("41")
    chair.locator("details", has=chair.locator("#gift-payee")).get_by_role("button").click()
    expect(chair.get_by_text("Food Bank kitchen").first).to_be_visible()
    expect(chair.get_by_text("Money adds up")).to_be_visible()


def report(chair: Page, cup: Tournament) -> None:
    chair.goto(f"/t/{cup.code}/reports/")
    chair.get_by_role("link", name="Financial report", exact=True).click()
    for words in ("Gross revenue", "$250", "$100", "$150"):
        expect(chair.get_by_text(words).first).to_be_visible()
    with chair.expect_download() as paper:
        chair.get_by_role("link", name="PDF").click()
    assert paper.value.suggested_filename == f"{cup.code}-financial.pdf"
    chair.goto(f"/t/{cup.code}/reports/disbursements/")
    expect(chair.get_by_text("Food Bank kitchen")).to_be_visible()
    chair.goto(f"/t/{cup.code}/inspect/")
    expect(chair.get_by_text("The records are as they were written.")).to_be_visible()
