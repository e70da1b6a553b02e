"""Bets and chances lie at their seats and cover nothing, however many sit there."""

import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page, ViewportSize

from tables.play.queries.pictures import Seat
from tests.site import ROOT

pytestmark = pytest.mark.browser
SHEETS = ("tokens", "base", "components", "screens", "oval")
SIZES: tuple[ViewportSize, ...] = ({"width": 1920, "height": 1080}, {"width": 390, "height": 844})
BOARD = ["2c", "7d", "9s", "Th", "Ac"]
PAGE = """<html data-theme="hall"><style>{css} * {{ animation: none !important }}</style>
<body class="screen"><div class="stage screen--table"><main><header class="hall-head"></header>
{table}</main></div></body></html>"""
# Which of them lie on another's plate or card, on the pot or on each other, but for a hair.
COVERED = """which => {
  const lies = (one, other) => {
    const [a, b] = [one, other].map(each => each.getBoundingClientRect());
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    return width > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  };
  const all = [...document.querySelectorAll(which)];
  const others = [...document.querySelectorAll(".seat-plate, .oval .card, .oval-pot"), ...all];
  return all.flatMap(one => others
    .filter(other => !one.contains(other) && !other.contains(one) && lies(one, other))
    .map(other => `${one.closest(".seat").dataset.seat} on ${other.getAttribute("class")}`));
}"""


FONT = re.compile(r"\.\./fonts/([\w-]+\.woff2)")


@cache
def font(name: str) -> str:
    """One of our own fonts, for a page that no server belongs to."""
    return b64encode((ROOT / "static" / "fonts" / name).read_bytes()).decode()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A window without a server."""
    with browser.new_context() as context:
        yield context.new_page()


def drawn(seats: int, bet: int, part: str = "screens/_table.html", **more: Any) -> str:
    """A table at which everybody has bet as much, and is alike in all else."""
    each: dict[str, Any] = {"state": "in", "name": "Ada Marsh", "stack": bet, "bet": bet}
    each |= {"cards": ("??", "??"), **more}
    table: dict[str, Any] = {
        "number": 1,
        "seats": [Seat(seat=seat, **each) for seat in range(1, seats + 1)],
        "board": BOARD,
        "pot_total": bet * seats,
        "street_words": "River",
    }
    css = "".join((ROOT / f"static/css/{name}.css").read_text("utf-8") for name in SHEETS)
    css = FONT.sub(lambda found: f"data:font/woff2;base64,{font(found[1])}", css)
    return PAGE.format(css=css, table=render_to_string(part, {"table": table}))


def show(page: Page, html: str) -> None:
    """The page with its fonts."""
    page.set_content(html)
    page.evaluate("() => document.fonts.ready.then(() => document.fonts.size)")


@pytest.mark.parametrize("size", SIZES, ids=["wall", "phone"])
def test_no_bet_covers_anything(page: Page, size: ViewportSize):
    page.set_viewport_size(size)
    found = {}
    for seats in (2, 4, 6, 8, 9, 10):
        show(page, drawn(seats, 1500))
        found[seats] = page.evaluate(COVERED, ".seat-bet")
    assert {seats: wrong for seats, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("size", SIZES, ids=["wall", "phone"])
def test_a_bet_of_millions_covers_nothing(page: Page, size: ViewportSize):
    page.set_viewport_size(size)
    found = {}
    for seats, bet in product((6, 8, 9, 10), (125_000, 1_250_000, 12_500_000)):
        show(page, drawn(seats, bet))
        found[seats, bet] = page.evaluate(COVERED, ".seat-bet")
    assert {case: wrong for case, wrong in found.items() if wrong} == {}


def test_no_bet_covers_anything_on_a_tablet(page: Page):
    page.set_viewport_size({"width": 850, "height": 680})
    for seats, bet in product((6, 8, 9, 10), (1500, 1_250_000)):
        show(page, drawn(seats, bet, "tables/_oval.html"))
        assert page.evaluate(COVERED, ".seat-bet") == [], (seats, bet)


@pytest.mark.parametrize("size", SIZES, ids=["wall", "phone"])
def test_open_hands_and_their_chances_cover_nothing(page: Page, size: ViewportSize):
    page.set_viewport_size(size)
    found = {}
    for seats, cards in product((2, 6, 8, 9, 10), (2, 5)):
        hand = ("Ah", *("As",) * (cards - 1))
        show(page, drawn(seats, 0, state="all_in", cards=hand, chance="≈ 92%"))
        found[seats, cards] = page.evaluate(COVERED, ".seat-chance, .seat-cards")
    assert {case: wrong for case, wrong in found.items() if wrong} == {}
