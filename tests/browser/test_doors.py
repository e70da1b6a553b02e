"""Nobody is shown a door they cannot enter: every link and button in sight, for each post."""

import pytest
from django.conf import settings
from django.db import transaction
from django.urls import Resolver404, resolve, reverse
from playwright.sync_api import Browser, Page

from tests.attacks import allowed
from tests.browser.test_two_tablets import apart
from tests.factories import signed_in
from tests.hall import Hall
from tests.site import LiveSite
from tournament import doors

pytestmark = pytest.mark.browser
BY_KEY = {"report", "report-file"}  # the list offers those alone that open
IN_SIGHT = """() => {
  const seen = (one) => one.checkVisibility();
  const links = [...document.querySelectorAll("a[href^='/']")].filter(seen);
  const all = [...document.querySelectorAll("form[method=post] button:enabled")];
  const buttons = all.filter(seen);
  const kind = (form) => form.querySelector("[name=kind]")?.value ?? "";
  const place = (form) => new URL(form.getAttribute("action") || location.href, location).pathname;
  return {
    page: links.map((one) => [one.getAttribute("href").split(/[?#]/)[0], ""]),
    form: buttons.map(({ form }) => [place(form), kind(form)]),
  };
}"""


@pytest.mark.parametrize("role", ["floor", "desk", "inspector"])
def test_every_link_and_button_in_sight_opens(browser: Browser, live_site: LiveSite, role: str):
    """The desk and the inspector saw Open tablet, and were refused behind it."""
    hall = apart(whole_hall)
    context = browser.new_context(base_url=live_site.url)
    client = apart(lambda: signed_in(hall.users[role]))
    name = settings.SESSION_COOKIE_NAME
    cookie = {"name": name, "value": client.cookies[name].value, "url": live_site.url}
    context.add_cookies([cookie])  # type: ignore[list-item]  # Playwright's own kind of dict
    page = context.new_page()
    may = allowed.rows("page")
    pages = ["front", *(door for door in doors.OF_THE_MENU if may[door][role])]
    shut = {door: locked(page, opened(door, hall), role) for door in pages}
    context.close()
    assert {door: found for door, found in shut.items() if found} == {}


def whole_hall() -> Hall:
    with transaction.atomic():
        return Hall()


def opened(door: str, hall: Hall) -> str:
    return "/" if door == "front" else reverse(door, kwargs={"code": hall.cup.code})


def locked(page: Page, address: str, role: str) -> set[str]:
    """What is in sight there and refuses this post."""
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200, address
    found = page.evaluate(IN_SIGHT)
    return {
        f"{kind} {name}"
        for kind in ("page", "form")
        for path, what in found[kind]
        if (name := shut(kind, path, what, role))
    }


def shut(kind: str, path: str, what: str, role: str) -> str:
    """The name of the door, if it is shut for this post."""
    try:
        name = resolve(path).url_name or ""
    except Resolver404:
        return path
    if name in BY_KEY:
        return ""
    rows = allowed.rows("button") | allowed.rows(kind)
    row = rows.get(f"{name}/{what}") or rows.get(name)
    return name if row is not None and not row[role] else ""
