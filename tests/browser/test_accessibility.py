"""Every page of the product, in light and in the dark, through axe, and as wide as a phone."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import axe_playwright_python  # type: ignore[import-untyped]  # it has no types
import pytest
from django.conf import settings
from django.db import transaction
from playwright.sync_api import Browser, Page, ViewportSize

from tests import moments
from tests.browser.test_two_tablets import apart
from tests.factories import signed_in
from tests.moments import View
from tests.pages import PARTS, House
from tests.site import LiveSite

pytestmark = pytest.mark.browser
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
SERIOUS = ("serious", "critical")
LAPTOP: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}
# What stands on every page is looked at on the first that has it, in light and in the dark.
RUN = """async only => {
  const known = (sessionStorage.known ??= "") + " ";
  const furniture = [".top", ".sub", ".foot"].filter(each => document.querySelector(each));
  const exclude = furniture.filter(each => known.includes(`${each}${only} `)).map(each => [each]);
  sessionStorage.known = known + furniture.map(each => each + only).join(" ");
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const runOnly = only ? { type: "rule", values: [only] } : { type: "tag", values: tags };
  const how = { resultTypes: ["violations"], preload: false, runOnly };
  const found = await axe.run({ include: [["html"]], exclude }, how);
  return found.violations.map(one => [one.id, one.impact, one.nodes.map(n => n.target.join(" "))]);
}"""
# A screen of the hall is dark by itself.
DARKEN = """() => {
  const { dataset } = document.documentElement;
  return dataset.theme !== "hall" && Boolean(dataset.theme = "dark");
}"""
# What reaches beyond the window of a phone, or makes it wider.
TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("main *")]
    .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 3).map(each => each.outerHTML.slice(0, 80))"""
# Lays a part where its page does, and opens the dialog around it.
LAY = """async ([address, place]) => {
  const where = document.querySelector(place);
  const made = document.createElement("template");
  made.innerHTML = await (await fetch(address)).text();
  if (where.id === made.content.firstElementChild.id) where.replaceWith(made.content);
  else where.replaceChildren(made.content);
  where.closest("dialog")?.showModal();
}"""


@dataclass(frozen=True)
class Part:
    """What a page fetches into itself."""

    name: str
    address: str
    page: str
    place: str


@dataclass(frozen=True)
class Everything:
    """All there is to look at, and the director's session."""

    views: list[View]
    parts: list[Part]
    cookie: str


@pytest.fixture
def everything(live_site: LiveSite) -> Everything:
    """Every page, in every moment that changes its look, and what pages fetch into themselves."""

    def made() -> Everything:
        with transaction.atomic():
            house = House()
        places = [View(name, place) for name, place in house.places().items()]
        parts = [
            Part(name, house.place(name), house.place(page), place)
            for name, (page, place) in PARTS.items()
        ]
        cookie = signed_in(house.users["house"]).cookies[settings.SESSION_COOKIE_NAME].value
        return Everything([*places, *moments.every()], parts, cookie)

    return apart(made)


def faults(page: Page, only: str = "") -> list[list[Any]]:
    found: list[list[Any]] = page.evaluate(RUN, only)
    return [one for one in found if one[1] in SERIOUS]


def test_no_page_has_a_serious_fault_in_light_or_dark_or_is_wider_than_a_phone(
    browser: Browser, live_site: LiveSite, everything: Everything
):
    found: dict[str, Any] = {}
    with browser.new_context(
        base_url=live_site.url, reduced_motion="reduce", viewport=LAPTOP
    ) as context:
        context.add_cookies(
            [
                {
                    "name": settings.SESSION_COOKIE_NAME,
                    "value": everything.cookie,
                    "url": live_site.url,
                }
            ]
        )
        page = context.new_page()
        page.route("**/hx-ws-4*", lambda route: route.abort())  # nothing is pushed meanwhile
        for view in everything.views:
            opened(page, view.path, view.status)
            found[view.name] = looked_through(page)
        for part in everything.parts:
            opened(page, part.page)
            page.wait_for_selector(part.place, state="attached")
            page.evaluate(LAY, [part.address, part.place])
            found[part.name] = looked_through(page)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def opened(page: Page, path: str, status: int = 200) -> None:
    answer = page.goto(path, wait_until="domcontentloaded")
    assert answer is not None
    assert answer.status == status, f"{answer.status} at {path}"


def looked_through(page: Page) -> list[list[Any]]:
    """What is wrong with the page as it is, and with its colours in the dark where it has them."""
    page.evaluate(AXE)
    found = faults(page)
    if page.evaluate(DARKEN):
        found += faults(page, "color-contrast")
    return found + too_wide(page)


def too_wide(page: Page) -> list[list[Any]]:
    """What a phone would have to be moved sideways for."""
    page.set_viewport_size(PHONE)
    found: list[Any] = page.evaluate(TOO_WIDE)
    page.set_viewport_size(LAPTOP)
    return [["wider than a phone", found]] if found else []
