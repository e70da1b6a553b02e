"""What the tests of the tablet do and look at in the browser."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import tablet_pictures as pictures
from tests.browser.tablet_pictures import FakeTable

Open = Callable[[dict[str, Any]], FakeTable]


def sent(table: FakeTable, page: Page, count: int = 1) -> list[dict[str, list[str]]]:
    """What was posted, once that many commands have arrived and been answered."""
    expect(page.locator("#tablet")).to_have_attribute("data-version", str(12 + count))
    assert len(table.posted) == count
    return table.posted


def comes_back(table: FakeTable, page: Page) -> None:
    """The network is there again."""
    table.is_up = True
    page.evaluate("dispatchEvent(new Event('online'))")


def top_of(place: Locator) -> float:
    return float(place.evaluate("one => one.getBoundingClientRect().top"))


def foot_of(place: Locator) -> float:
    return float(place.evaluate("one => one.getBoundingClientRect().bottom"))


def pick(page: Page, cards: str) -> None:
    for rank, suit in zip(cards[::2], cards[1::2], strict=True):
        page.tap(f'[data-rank="{rank}"]')
        page.tap(f'[data-suit="{suit}"]')


def go_offline(table: FakeTable, page: Page) -> None:
    """Two actions for seats 3 and 4 while nothing answers."""
    table.is_up = False
    page.tap("#do-fold")
    expect(page.locator("[data-waiting-sign]")).to_have_text("Offline: 1 action waiting")
    expect(page.locator("[data-who-name]")).to_have_text("Dan")
    page.tap("[data-stay]")
    expect(page.locator("[data-waiting-sign]")).to_have_text("Offline: 2 actions waiting")


def between(page: Page, tablet: Open, coming: dict[str, Any], **clock: Any) -> FakeTable:
    """Hand 37 is over, and this is kept of the hands to come."""
    ended = json.loads(pictures.figures(3, 0, [])) | {"ended": True, "actor": -1}
    shown = pictures.picture(phase="ended", ahead=json.dumps(ended), ahead_url="/ahead/")
    return knowing(page, tablet, coming, shown | {"clock": pictures.CLOCK | clock})


def knowing(page: Page, tablet: Open, coming: dict[str, Any], shown: dict[str, Any]) -> FakeTable:
    table = tablet(shown)
    keep(page, "to-come:/ahead/", {"after": 37, "first": {}, "hands": [], "rows": []} | coming)
    return table


def keep(page: Page, key: str, value: dict[str, Any]) -> None:
    """What this browser has kept from before."""
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(value)])
    page.reload()
