"""From a finger on the tablet to another page's DOM, both in a real browser."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import ParamSpec, TypeVar

from playwright.sync_api import Browser, Page, sync_playwright

from bench import figures
from bench.figures import Row
from bench.house import House
from bench.live import evening, peers
from tables.commands import TableCommand
from tables.middleware import DEVICE_COOKIE
from tables.models import Table
from tables.play.queries import hands
from tables.play.services import play
from tests import chromium

P = ParamSpec("P")
T = TypeVar("T")
TAPS = 40
NOTE_TAPS = """document.addEventListener("click", () => {
  window.tappedAt = performance.timeOrigin + performance.now();
}, true)"""
NOTE_CHANGES = """() => {
  window.changes = [];
  let last = document.getElementById("table").dataset.version;
  new MutationObserver(() => {
    const version = document.getElementById("table").dataset.version;
    if (version === last) return;
    last = version;
    window.changes.push(performance.timeOrigin + performance.now());
  }).observe(document.body, { subtree: true, attributes: true, childList: true });
}"""

# The floor: nothing but a click, two sockets of the bare server, and one attribute.
BARE_TABLET = """port => new Promise((done) => {
  document.body.innerHTML = '<button id="tap">Tap</button>';
  const line = new WebSocket(`ws://127.0.0.1:${port}/publish`);
  document.getElementById("tap").addEventListener("click", () => line.send(String(Math.random())));
  line.onopen = () => done();
})"""
BARE_SCREEN = """port => new Promise((done) => {
  window.changes = [];
  new MutationObserver(() => {
    window.changes.push(performance.timeOrigin + performance.now());
  }).observe(document.body, { attributes: true });
  const line = new WebSocket(`ws://127.0.0.1:${port}/`);
  line.onmessage = (greeting) => {
    line.onmessage = (told) => { document.body.dataset.version = told.data; };
    done();
  };
})"""


def measure(house: House) -> list[Row]:
    """Fold after fold, each timed in the browser that shows it."""
    binary = chromium.find()
    if binary is None:
        sys.stdout.write("No Chromium here: the browser's row is not measured.\n")
        return []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=binary, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        late = _taps(browser, house)
        bare = _bare_taps(browser)
        browser.close()
    what = "a tap on the tablet to the change on another page"
    return [Row(what, figures.spread(late), f"a bare socket each: {figures.spread(bare)}")]


def _bare_taps(browser: Browser) -> list[float]:
    """What the two pages take for a click that only the bare server passes on."""
    with peers.opened(peers.FLOOR) as floor:
        dealer, screen = browser.new_context().new_page(), browser.new_context().new_page()
        screen.evaluate(BARE_SCREEN, floor.port)
        dealer.evaluate(BARE_TABLET, floor.port)
        dealer.evaluate(NOTE_TAPS)
        return [_seen(dealer, screen, "#tap") for _ in range(TAPS)]


def apart(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Do this in a thread without an event loop: the browser's has one, which Django refuses."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(work, *given, **named).result()


def _taps(browser: Browser, house: House) -> list[float]:
    """The tablet is paired, the other page is anybody's: each has a browser of its own."""
    site = f"http://127.0.0.1:{house.port}"
    cup = apart(evening.running, 1, "Browser")
    (tablet,) = apart(evening.tablets, cup, house.port)
    paired, other = browser.new_context(base_url=site), browser.new_context(base_url=site)
    cookie = {"name": DEVICE_COOKIE, "value": tablet.secret, "url": site}
    paired.add_cookies([cookie])  # type: ignore[list-item]  # a cookie as Playwright takes it
    dealer, screen = paired.new_page(), other.new_page()
    screen.goto(f"/t/{cup.code}/tables/1/")
    dealer.goto(f"{tablet.path}/tablet/")
    dealer.evaluate(NOTE_TAPS)
    screen.evaluate(NOTE_CHANGES)
    return [_tap(dealer, screen, tablet.table.pk) for _ in range(TAPS)]


def _tap(dealer: Page, screen: Page, table_id: int) -> float:
    """One fold, and how long after it the other page changed; a new hand when the last is over."""
    apart(_be_in_a_hand, table_id)
    dealer.wait_for_selector("#do-fold:not([disabled])")
    return _seen(dealer, screen, "#do-fold")


def _seen(dealer: Page, screen: Page, button: str) -> float:
    """How long after a tap on this button the other page changed."""
    before = screen.evaluate("window.changes.length")
    dealer.click(button)
    screen.wait_for_function("count => window.changes.length > count", arg=before)
    changed_at = float(screen.evaluate(f"window.changes[{before}]"))
    return (changed_at - float(dealer.evaluate("window.tappedAt"))) / 1000


def _be_in_a_hand(table_id: int) -> None:
    table = Table.objects.select_related("tournament__clock").get(pk=table_id)
    hand = hands.of(table)
    if hand is None or hand.is_over:
        play.start_hand(TableCommand(table.pk, evening.DIRECTOR, datetime.now(UTC)))
