"""Hall screens and phones with real pushes: chances, a move seen by three pages, views in turn."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from engine.hand import commands
from engine.seating.seating import Place
from engine.structure import presets
from tables.equipment.services import devices, rotation
from tables.middleware import DEVICE_COOKIE
from tables.models import Device, Seating, Table
from tables.seating.services import seating
from tables.seating.services.sitting import Order
from tests.browser.test_two_tablets import apart
from tests.factories import DIRECTOR, all_in, deal, deck_of, do, running, table_of
from tests.site import LiveSite
from tournament import requests
from tournament.clock.services import announcements
from tournament.clock.services.announcements import Words
from tournament.entries.queries import links as link_queries
from tournament.entries.services import links
from tournament.models import Tournament

pytestmark = pytest.mark.browser
KEEP_NOTIFICATIONS = """ServiceWorkerRegistration.prototype.showNotification =
  async (title, { body }) => { window.notified = body; }"""
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def hall_context(browser: Browser, live_site: LiveSite) -> Iterator[BrowserContext]:
    with browser.new_context(base_url=live_site.url) as context:
        yield context


def live(context: BrowserContext, path: str) -> Page:
    """A page that is connected."""
    page = context.new_page()
    page.goto(path)
    expect(page.locator("body")).to_have_attribute("data-live", "live")
    return page


def cards(text: str) -> tuple[int, ...]:
    return tuple(deck_of(text)[: len(text) // 2])


def test_an_all_in_shows_its_chances_and_a_screen_without_server_catches_up(
    hall_context: BrowserContext, live_site: LiveSite
):
    fours = replace(presets.get("fours"), min_players=2)
    table: Table = apart(lambda: table_of(running(2, preset=fours)))
    page = live(hall_context, f"/t/{table.tournament.code}/tables/1/")

    def opened() -> None:
        deal(table)
        all_in(table)
        do(table, commands.ShowCards(1, cards("AhAs")), commands.ShowCards(2, cards("KdKc")))

    apart(opened)
    expect(page.locator("#seat-1 .seat-chance")).to_contain_text("81.3%")
    expect(page.locator("#seat-2 .seat-chance")).to_contain_text("18.7%")
    hall_context.set_offline(True)
    expect(page.locator("[data-live-status]")).to_contain_text("No connection since")
    apart(lambda: do(table, commands.DealBoard(cards("2c7d9s"))))
    hall_context.set_offline(False)
    expect(page.locator("#seat-1 .seat-chance")).to_contain_text("91.6%")
    expect(page.locator("[data-live-status]")).to_be_empty()
    expect(page.locator(".feature-story")).to_contain_text("Flop: 2♣ 7♦ 9♠")


def test_a_move_is_seen_by_the_hall_the_table_and_the_phone_of_who_moves(
    hall_context: BrowserContext, live_site: LiveSite
):
    def set_up() -> tuple[Tournament, Seating, str]:
        cup = running(5, seats=4)
        links.give(tournament_id=cup.pk, actor=DIRECTOR, now=requests.now())
        sitting = Seating.objects.select_related("entry__tournament")
        seat = sitting.filter(table__tournament=cup, table__number=1, until=None)[0]
        link = link_queries.by_entry(cup.pk)[seat.entry_id]
        return cup, seat, link_queries.token(seat.entry_id, link.nonce)

    cup, seat, token = apart(set_up)
    wall = live(hall_context, f"/t/{cup.code}/seating/")
    there = live(hall_context, f"/t/{cup.code}/tables/2/")
    hall_context.grant_permissions(["notifications"])
    hall_context.add_init_script(KEEP_NOTIFICATIONS)
    phone = live(hall_context, f"/me/{token}/")
    phone.set_viewport_size(PHONE)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    free = apart(lambda: free_seat(cup))
    apart(
        lambda: seating.move_player(
            tournament_id=cup.pk,
            entry_id=seat.entry_id,
            to=Place(2, free),
            order=Order("to even the tables out"),
            actor=DIRECTOR,
            now=requests.now(),
        )
    )
    expect(wall.locator(".move-to")).to_contain_text(f"Table 2, seat {free}")
    expect(there.locator(f"#seat-{free} .seat-name")).not_to_have_text("Empty")
    expect(phone.locator(".mine-move")).to_contain_text(f"Table 2, seat {free}")
    phone.wait_for_function("words => window.notified === words", arg=f"Table 2, seat {free}")
    phone.get_by_role("button", name="Got it").click()
    expect(phone.locator(".mine-move")).to_contain_text("seen")
    apart(lambda: links.revoke(entry=seat.entry, actor=DIRECTOR, now=requests.now()))
    expect(phone.locator("main")).to_contain_text("This link no longer works.")


def free_seat(cup: Tournament) -> int:
    table = table_of(cup, 2)
    taken = Seating.objects.filter(table=table, until=None).values_list("seat", flat=True)
    return next(seat for seat in range(1, table.seats + 1) if seat not in taken)


def test_a_screen_follows_the_console_without_a_new_page(
    hall_context: BrowserContext, live_site: LiveSite
):
    def paired() -> tuple[Tournament, Device, str]:
        cup = running(4, seats=2)
        code = devices.make_code(
            tournament=cup,
            kind="screen",
            view="clock",
            table=None,
            actor=DIRECTOR,
            now=requests.now(),
        )
        return cup, *devices.pair(text=code.code, door="test", now=requests.now())

    cup, device, secret = apart(paired)
    hall_context.add_cookies([{"name": DEVICE_COOKIE, "value": secret, "url": live_site.url}])
    page = live(hall_context, "/device/")
    expect(page.locator("#clock")).to_be_visible()
    page.evaluate("window.sameAsBefore = true")
    steps: list[rotation.Step] = [{"view": "leaderboard", "table": None, "seconds": 600}]
    apart(lambda: rotation.rotate(device=device, steps=steps, actor=DIRECTOR, now=requests.now()))
    expect(page.locator("#standings")).to_be_visible()
    assert page.evaluate("window.sameAsBefore")
    said = apart(
        lambda: announcements.announce(
            tournament_id=cup.pk,
            words=Words("Dinner is served"),
            actor=DIRECTOR,
            now=requests.now(),
        )
    )
    expect(page.get_by_text("Dinner is served")).to_be_visible()
    apart(lambda: announcements.withdraw(announcement=said, actor=DIRECTOR, now=requests.now()))
    expect(page.get_by_text("Dinner is served")).to_be_hidden()
