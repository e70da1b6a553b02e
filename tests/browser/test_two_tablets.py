"""Two tablets on one table, with and without network: nothing is lost and nobody fights."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from engine.hand import codec
from tables.conduct.services import penalties
from tables.middleware import DEVICE_COOKIE
from tables.models import HandEvent, HandRecord, Penalty, Table
from tests.factories import deal, paired_tablet, request, running, table_of
from tests.site import LiveSite
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock as clock_service
from tournament.models import Clock

pytestmark = pytest.mark.browser
Made = TypeVar("Made")


def apart(work: Callable[[], Made]) -> Made:
    """Services push, and pushing needs a thread without an event loop: the browser's has one."""

    def done() -> Made:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(done).result()


@pytest.fixture
def network(browser: Browser, live_site: LiveSite, table: Table) -> Iterator[BrowserContext]:
    """The first tablet's own Wi-Fi, which a test may cut."""
    with paired(browser, live_site, table) as context:
        yield context


@pytest.fixture
def first(network: BrowserContext, table: Table) -> Page:
    return opened(network, table)


@pytest.fixture
def second(browser: Browser, live_site: LiveSite, table: Table) -> Iterator[Page]:
    with paired(browser, live_site, table) as context:
        yield opened(context, table)


def paired(browser: Browser, site: LiveSite, table: Table) -> BrowserContext:
    context = browser.new_context(
        base_url=site.url, viewport={"width": 1024, "height": 768}, has_touch=True
    )
    secret = apart(lambda: paired_tablet(table))[1]
    context.add_cookies([{"name": DEVICE_COOKIE, "value": secret, "url": site.url}])
    return context


def opened(context: BrowserContext, table: Table, *, wrong_by: timedelta = timedelta(0)) -> Page:
    """The table's tablet, connected; its own clock may be wrong."""
    page = context.new_page()
    if wrong_by:
        page.clock.install(time=timezone.now() + wrong_by)
    page.goto(f"/t/{table.tournament.code}/tables/{table.number}/tablet/")
    expect(page.locator("body")).to_have_attribute("data-live", "live")
    return page


def test_a_tablet_runs_each_script_once_under_its_fingerprint_and_without_complaint(
    network: BrowserContext, table: Table
):
    asked: list[str] = []
    said: list[str] = []
    network.on("request", lambda request: asked.append(urlsplit(request.url).path))
    network.on("console", lambda message: said.append(message.text))
    network.on("weberror", lambda error: said.append(str(error.error)))
    opened(network, table)
    ours = [path for path in asked if path.startswith("/static/js/")]
    assert len(ours) == len(set(ours)) > 15
    assert [path for path in ours if not re.search(r"\.[0-9a-f]{12}\.js$", path)] == []
    assert said == []


def seconds_left(page: Page) -> int:
    """What the countdown of the level says."""
    hours, minutes, seconds = f"0:0:{page.inner_text('.tablet-time time')}".split(":")[-3:]
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds)


def version(page: Page, number: int) -> None:
    expect(page.locator("#tablet")).to_have_attribute("data-version", str(number))


def two_actions_without_network(tablet: Page, network: BrowserContext) -> None:
    network.set_offline(True)
    tablet.tap("#do-fold")
    expect(tablet.locator("[data-waiting-sign]")).to_have_text("Offline: 1 action waiting")
    tablet.tap("[data-stay]")
    expect(tablet.locator("[data-waiting-sign]")).to_have_text("Offline: 2 actions waiting")


def kinds(table: Table) -> list[str]:
    """What was decided in the hand, in order."""
    stored = HandEvent.objects.filter(table=table, version__gt=1).order_by("version", "index")
    return [type(codec.read_event(event.data)).__name__ for event in stored]


def test_what_one_tablet_enters_the_other_shows(first: Page, second: Page):
    first.tap("#do-fold")
    version(second, 2)
    expect(second.locator(".is-folded")).to_have_count(1)
    second.tap("[data-stay]")
    version(first, 3)


def test_the_dealer_goes_on_without_network_and_all_arrives_once(
    first: Page, second: Page, network: BrowserContext, table: Table
):
    two_actions_without_network(first, network)
    version(second, 1)
    network.set_offline(False)
    version(first, 3)
    version(second, 3)
    expect(first.locator("[data-waiting-sign]")).to_be_hidden()
    assert kinds(table) == ["Folded", "Called"]


def alone(tablet: Page, phase: str) -> None:
    expect(tablet.locator("#tablet")).to_have_attribute("data-phase", phase)
    expect(tablet.locator("body")).not_to_have_attribute("data-settling", "")


def round_of_calls(tablet: Page) -> None:
    """Everybody checks or calls until the next card is due."""
    until_betting_ends(tablet, "[data-stay]")


def until_betting_ends(tablet: Page, key: str) -> None:
    """Everybody taps the same; nothing of it can be sent."""
    while tablet.locator("#tablet").get_attribute("data-phase") == "betting":
        alone(tablet, "betting")
        waiting = tablet.locator("[data-waiting-sign]").inner_text()
        tablet.tap(key)
        expect(tablet.locator("[data-waiting-sign]")).not_to_have_text(waiting)


def a_hand_without_network(tablet: Page) -> None:
    """Three fold, the others call, the board comes, nobody bets, two share the pot."""
    for _ in range(3):
        alone(tablet, "betting")
        seat = tablet.locator("[data-who-seat]").inner_text()
        tablet.tap("#do-fold")
        expect(tablet.locator("[data-who-seat]")).not_to_have_text(seat)
    for cards in ("KsTd2c", "5h", "9d"):
        round_of_calls(tablet)
        alone(tablet, "board")
        for rank, suit in zip(cards[::2], cards[1::2], strict=True):
            tablet.tap(f"[data-rank='{rank}']")
            tablet.tap(f"[data-suit='{suit}']")
    round_of_calls(tablet)
    alone(tablet, "award")
    tablet.locator("[data-winner]").nth(0).tap()
    tablet.locator("[data-winner]").nth(1).tap()
    tablet.tap("#do-award")
    alone(tablet, "ended")


def knows_what_comes(tablet: Page) -> None:
    """The hands to come have been fetched, and are kept in the tablet's browser."""
    kept = "Object.keys(localStorage).some((key) => key.startsWith('to-come:'))"
    tablet.wait_for_function(f"() => {kept}")


def test_whole_hands_are_dealt_without_network_and_all_of_it_arrives_once(
    first: Page, second: Page, network: BrowserContext, table: Table
):
    knows_what_comes(first)
    network.set_offline(True)
    a_hand_without_network(first)
    expect(first.locator("[data-waiting-sign]")).to_contain_text("Offline:")
    first.tap("[data-alone-start]")
    alone(first, "betting")
    a_hand_without_network(first)
    stacks = first.locator(".seat-stack").all_inner_texts()
    network.set_offline(False)
    expect(first.locator("[data-waiting-sign]")).to_be_hidden(timeout=60_000)
    expect(second.locator(".tablet-top h1")).to_contain_text("Hand 2")
    expect(second.locator("#tablet")).to_have_attribute("data-phase", "ended")
    assert second.locator(".seat-stack").all_inner_texts() == stacks
    assert first.locator(".seat-stack").all_inner_texts() == stacks
    ended = HandRecord.objects.filter(table=table, ended_at__isnull=False)
    assert [hand.number for hand in ended] == [1, 2]


@pytest.mark.parametrize("minutes", [-11, 7])
def test_a_tablet_whose_clock_is_wrong_by_minutes_acts_and_counts_like_any_other(
    first: Page, browser: Browser, live_site: LiveSite, table: Table, minutes: int
):
    with paired(browser, live_site, table) as context:
        wrong = opened(context, table, wrong_by=timedelta(minutes=minutes))
        assert abs(seconds_left(wrong) - seconds_left(first)) < 60
        with wrong.expect_request(lambda request: request.method == "POST") as sent:
            wrong.tap("#do-fold")
        assert {name for name, _ in parse_qsl(sent.value.post_data or "")} == SENT
        version(first, 2)
        first.tap("[data-stay]")
        version(wrong, 3)
    times = HandEvent.objects.filter(table=table, version__gt=1).values_list("at", flat=True)
    assert max(times) - min(times) < timedelta(minutes=1)


SENT = {"kind", "seat", "command_id", "version"}  # and nothing of the tablet's own time
LEFT, PASSING = timedelta(minutes=5), timedelta(minutes=6)


def a_hand_and_a_penalty_near_the_end_of_a_level() -> Table:
    """Hand 1 is dealt; the level and the minutes of a penalty for seat 2 end in five minutes."""
    now = timezone.now()
    found = table_of(running(6))
    level_ends(found, at=now + LEFT)
    deal(found, now=now)
    penalties.give(request(found, now=now), seat=2, kind="time", amount=5, reason="Conduct")
    return found


def level_ends(table: Table, *, at: datetime) -> None:
    clock = Clock.objects.select_related("tournament").get(pk=table.tournament_id)
    clock_service.store(clock, replace(clock_queries.state_of(clock), ends_at=at))


def minutes_have_passed(table: Table) -> None:
    """On the server, too, level and penalty are over."""
    ended = timezone.now() + LEFT - PASSING
    level_ends(table, at=ended)
    Penalty.objects.filter(entry__tournament=table.tournament_id).update(ends_at=ended)


def everybody_folds(tablet: Page) -> None:
    """Until one is left."""
    until_betting_ends(tablet, "#do-fold")
    alone(tablet, "ended")


def level_and_dead_seats(hand: HandRecord) -> tuple[str, list[int]]:
    return hand.level, [player["seat"] for player in hand.players if "penalty" in player]


@pytest.mark.parametrize("minutes", [-11, 7])
def test_a_wrong_clock_and_no_network_leave_each_hand_its_level_and_its_penalties(
    browser: Browser, live_site: LiveSite, minutes: int
):
    table = apart(a_hand_and_a_penalty_near_the_end_of_a_level)
    with paired(browser, live_site, table) as network:
        tablet = opened(network, table, wrong_by=timedelta(minutes=minutes))
        knows_what_comes(tablet)
        network.set_offline(True)
        everybody_folds(tablet)
        tablet.tap("[data-alone-start]")
        everybody_folds(tablet)
        tablet.clock.fast_forward(PASSING // timedelta(milliseconds=1))
        expect(tablet.locator(".tablet-level")).to_contain_text("50 / 100")
        tablet.tap("[data-alone-start]")
        alone(tablet, "betting")
        apart(lambda: minutes_have_passed(table))
        network.set_offline(False)
        expect(tablet.locator("[data-waiting-sign]")).to_be_hidden(timeout=60_000)
        expect(tablet.locator("#unsent-list")).to_be_hidden()
    dealt = HandRecord.objects.filter(table=table).order_by("number")
    assert [level_and_dead_seats(hand) for hand in dealt] == [
        ("25 / 50", []),
        ("25 / 50", [2]),
        ("50 / 100", []),
    ]


def test_a_dead_battery_loses_nothing(first: Page, network: BrowserContext, table: Table):
    two_actions_without_network(first, network)
    first.close()
    network.set_offline(False)
    version(opened(network, table), 3)
    assert kinds(table) == ["Folded", "Called"]


def test_the_tablet_that_comes_back_too_late_is_shown_what_was_not_recorded(
    first: Page, second: Page, network: BrowserContext, table: Table
):
    two_actions_without_network(first, network)
    second.tap("[data-stay]")
    version(second, 2)
    network.set_offline(False)
    lost = first.locator("#unsent-list")
    expect(lost).to_contain_text("The table has moved on.")
    expect(lost.locator("li")).to_have_count(2)
    first.tap("[data-understood]")
    version(first, 2)
    assert kinds(table) == ["Called"]


def test_a_tablet_reloaded_without_network_waits_and_comes_back_by_itself(
    first: Page, network: BrowserContext
):
    first.evaluate("navigator.serviceWorker.ready.then(() => null)")
    network.set_offline(True)
    first.reload()
    kept = "Taps on a tablet are saved and sent then"
    expect(first.get_by_role("status")).to_contain_text(kept)
    network.set_offline(False)
    expect(first.locator("#tablet")).to_be_visible()
