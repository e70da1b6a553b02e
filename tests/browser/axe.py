"""Pages through axe, unfolded, in light and in the dark, and as wide as a phone."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import axe_playwright_python  # type: ignore[import-untyped]  # it has no types
from django.conf import settings
from django.db import transaction
from playwright.sync_api import Browser, Page, ViewportSize

from tests.factories import signed_in
from tests.moments import View
from tests.pages import PARTS, House
from tests.site import LiveSite
from tournament.models import User

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
# What is folded is looked at too.
UNFOLD = """() => document.querySelectorAll("details").forEach(each => { each.open = true; })"""
# Of rows that are made alike two are enough: what axe finds in one it finds in all of them.
THIN = """() => {
  const said = ({ name, value }) => /^(class|role|type|data-.*|aria-current)$/.test(name)
    && value.length < 40 && !/\\d/.test(value) ? `${name}=${value}` : name;
  const shape = each => `${each.tagName} ${[...each.attributes].map(said)}` +
    `[${[...each.children].map(shape)}]`;
  for (const list of [...document.querySelectorAll("ul, ol, dl, tbody, select")].reverse()) {
    const counts = new Map();
    for (const row of [...list.children]) {
      const made = shape(row), count = (counts.get(made) ?? 0) + 1;
      counts.set(made, count);
      if (count > 2) row.remove();
    }
  }
}"""
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


Wrong = dict[str, list[list[Any]]]


def house() -> tuple[str, list[View], list[Part]]:
    """The director's session, every page of the house, and what pages fetch into themselves."""
    with transaction.atomic():
        made = House()
    views = [View(name, place) for name, place in made.places().items()]
    parts = [
        Part(name, made.place(name), made.place(page), place)
        for name, (page, place) in PARTS.items()
    ]
    return session(made.users["house"]), views, parts


def session(user: User) -> str:
    """The cookie of who has signed in."""
    return signed_in(user).cookies[settings.SESSION_COOKIE_NAME].value


@contextmanager
def looking(browser: Browser, site: LiveSite, cookie: str) -> Iterator[Page]:
    """The director's page, to which nothing is pushed meanwhile."""
    with browser.new_context(
        base_url=site.url, reduced_motion="reduce", viewport=LAPTOP
    ) as context:
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site.url}]
        )
        page = context.new_page()
        page.add_init_script(AXE)
        without_pushes(page)
        yield page


def without_pushes(page: Page) -> None:
    """Keep the page from what opens its socket; a route would keep it from its cache as well."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setBlockedURLs", {"urls": ["*hx-ws-4*"]})


def of_views(page: Page, views: Iterable[View]) -> Wrong:
    """What is wrong, by the name of the page."""
    found = {}
    for view in views:
        opened(page, view.path, view.status)
        found[view.name] = looked_through(page)
    return {name: wrong for name, wrong in found.items() if wrong}


def of_parts(page: Page, parts: Iterable[Part]) -> Wrong:
    """What is wrong with pages once they have fetched something into themselves."""
    found = {}
    for part in parts:
        opened(page, part.page)
        page.wait_for_selector(part.place, state="attached")
        page.evaluate(LAY, [part.address, part.place])
        found[part.name] = looked_through(page)
    return {name: wrong for name, wrong in found.items() if wrong}


def opened(page: Page, path: str, status: int = 200) -> None:
    """Go there; it must answer as it should."""
    answer = page.goto(path, wait_until="domcontentloaded")
    assert answer is not None
    assert answer.status == status, f"{answer.status} at {path}"


def looked_through(page: Page) -> list[list[Any]]:
    """What is wrong with the page as it is, and with its colours in the dark where it has them."""
    page.evaluate(UNFOLD)
    found = too_wide(page)
    page.evaluate(THIN)
    found += faults(page)
    if page.evaluate(DARKEN):
        found += faults(page, "color-contrast")
    return found


def faults(page: Page, only: str = "") -> list[list[Any]]:
    """What axe finds that is serious, or of one rule only."""
    found: list[list[Any]] = page.evaluate(RUN, only)
    return [one for one in found if one[1] in SERIOUS]


def too_wide(page: Page) -> list[list[Any]]:
    """What a phone would have to be moved sideways for."""
    page.set_viewport_size(PHONE)
    found: list[Any] = page.evaluate(TOO_WIDE)
    page.set_viewport_size(LAPTOP)
    return [["wider than a phone", found]] if found else []
