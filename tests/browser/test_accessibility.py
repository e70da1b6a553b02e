"""Every page of the product, in light and in the dark, through axe: nothing serious is found."""

from pathlib import Path
from typing import Any

import axe_playwright_python  # type: ignore[import-untyped]  # it has no types
import pytest
from django.conf import settings
from django.db import transaction
from django.urls import NoReverseMatch, reverse
from playwright.sync_api import Browser, Error, Page

from tables.models import SeatOrder, Table
from tests.browser.test_two_tablets import apart
from tests.factories import DIRECTOR, NOW, fold_round, house_director, signed_in, table_of
from tests.site import LiveSite
from tests.tournament.test_permissions import OPEN_TO_ALL, PAGES, Hall, table
from tournament import http
from tournament.models import PersonalLink
from tournament.queries import links as link_queries
from tournament.services import links

pytestmark = pytest.mark.browser
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
# They send the visitor on, need something else to be done first, or are only posted to.
NO_PAGES = {"sign-out", "device-home", "device-here", "mine-seen", "mine-deal", "my-receipt"}
SERIOUS = ("serious", "critical")
RUN = """async only => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const runOnly = only ? { type: "rule", values: [only] } : { type: "tag", values: tags };
  const found = await axe.run(document, { resultTypes: ["violations"], runOnly });
  return found.violations.map(one => [one.id, one.impact, one.nodes.map(n => n.target.join(" "))]);
}"""
DARKEN = "() => { document.documentElement.dataset.theme = 'dark' }"


class House(Hall):
    """The hall of the permissions' table, with a hand played and a link given."""

    def __init__(self) -> None:
        super().__init__()
        SeatOrder.objects.update(closed_at=NOW)  # no hand is dealt while the final waits for it
        fold_round(Table.objects.get(pk=self.table.pk), now=http.now())
        links.give(tournament_id=self.cup.pk, actor=DIRECTOR, now=NOW)
        link = PersonalLink.objects.filter(entry__tournament=self.cup)[0]
        self.extra = {
            "token": link_queries.token(link.entry_id, link.nonce),
            "book": "canberra",
            "hand": table_of(self.cup, 1).hand_number,
            "kind": "limits",
        }

    def places(self) -> dict[str, str]:
        """Every page by its name, as far as this hall can open it."""
        found = {}
        for name in sorted({*table(PAGES), *OPEN_TO_ALL} - NO_PAGES):
            try:
                found[name] = self.address(name)
            except KeyError:
                found[name] = self._other_address(name)
        return {name: place for name, place in found.items() if place}

    def _other_address(self, name: str) -> str:
        known = {"code": self.cup.code, "number": 1, **self.extra}
        for keys in (("token",), ("book",), ("code", "number", "hand"), ("code", "kind")):
            try:
                return reverse(name, kwargs={key: known[key] for key in keys})
            except NoReverseMatch:
                continue
        return ""


@pytest.fixture
def house(live_site: LiveSite) -> tuple[dict[str, str], str]:
    """Where every page is, and the director's session."""

    def made() -> tuple[dict[str, str], str]:
        with transaction.atomic():
            hall = House()
        director = hall.users["house"] if "house" in hall.users else house_director()
        cookie = signed_in(director).cookies[settings.SESSION_COOKIE_NAME].value
        return hall.places(), cookie

    return apart(made)


def opened(page: Page, place: str) -> bool:
    """Whether there is a page to look at: not a file, and not a fragment of another page."""
    try:
        answer = page.goto(place, wait_until="domcontentloaded")
    except Error as trouble:
        if "Download is starting" not in str(trouble):
            raise
        return False
    assert answer is not None
    assert answer.status == 200, f"{answer.status} at {place}"
    is_html = answer.headers.get("content-type", "").startswith("text/html")
    return is_html and answer.text().lower().startswith("<!doctype html>")


def faults(page: Page, only: str = "") -> list[list[Any]]:
    found: list[list[Any]] = page.evaluate(RUN, only)
    return [one for one in found if one[1] in SERIOUS]


def test_no_page_has_a_serious_fault_in_light_or_dark(
    browser: Browser, live_site: LiveSite, house: tuple[dict[str, str], str]
):
    places, cookie = house
    assert len(places) > 60
    found: dict[str, Any] = {}
    with browser.new_context(base_url=live_site.url, reduced_motion="reduce") as context:
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_site.url}]
        )
        page = context.new_page()
        page.route("**/hx-ws-4*", lambda route: route.abort())  # nothing is pushed meanwhile
        for name, place in places.items():
            if not opened(page, place):
                continue
            page.evaluate(AXE)
            in_light = faults(page)
            page.evaluate(DARKEN)
            in_the_dark = faults(page, "color-contrast")
            if in_light or in_the_dark:
                found[name] = in_light + in_the_dark
    assert found == {}
