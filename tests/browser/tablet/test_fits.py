"""Every amount fits and nothing lies on anything else, in the worst cases at every size."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser import tablet_pictures as pictures
from tests.browser.tablet.steps import Open
from tests.browser.tablet.test_comfort import PHASES

pytestmark = pytest.mark.browser

SIZES: tuple[ViewportSize, ...] = (
    {"width": 1024, "height": 768},
    {"width": 1280, "height": 800},
    {"width": 844, "height": 390},
)
# Parts of different seats, the board and the pots: none may lie on another, but for a hair.
COVERED = """() => {
  const boxes = [...document.querySelectorAll(
    ".seat-plate, .seat-cards, .seat-bet, .seat-words, .oval-pot, .oval-board .card")]
    .filter(one => one.getClientRects().length)
    .map(one => ({ name: one.getAttribute("class").split(" ")[0],
      seat: one.closest(".seat")?.dataset.seat ?? "middle", box: one.getBoundingClientRect() }));
  const lies = ({ box: a }, { box: b }) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  return boxes.flatMap((one, at) => boxes.slice(at + 1)
    .filter(other => one.seat !== other.seat && lies(one, other))
    .map(other => `${one.name} of ${one.seat} on ${other.name} of ${other.seat}`));
}"""
# A bet and the cards of the same seat are beside each other too.
OWN = """() => [...document.querySelectorAll(".seat-bet")].filter(bet => {
  const a = bet.getBoundingClientRect();
  return [...bet.closest(".seat").querySelectorAll(".seat-plate, .seat-words")].some(one => {
    const b = one.getBoundingClientRect();
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  });
}).map(bet => bet.textContent)"""
# Figures that do not fit where they stand.
CUT = """() => {
  const range = document.createRange();
  const places = ".seat-stack, .seat-bet b, .oval-pot b, .who-facts dd, .key small, .act, " +
    ".key--preset:not(.key--off), .tablet-level, .tablet-level b, .tablet-time";
  const isSeen = one => one.offsetParent && one.textContent.trim();
  return [...document.querySelectorAll(places)].filter(isSeen).filter(one => {
    range.selectNodeContents(one);
    const words = range.getBoundingClientRect();
    const room = (one.closest(".seat-plate, .who-facts > div, .key, .act") ?? one)
      .getBoundingClientRect();
    const isBroken = one.matches(".who-facts dd, .seat-stack") && range.getClientRects().length > 1;
    return words.right > room.right + 1 || words.left < room.left - 1 || isBroken ||
      words.right > innerWidth || words.bottom > innerHeight;
  }).map(one => `${one.className} ${one.textContent.trim()}`);
}"""
OUTSIDE = """() => [...document.querySelectorAll("#tablet button, #tablet .seat-plate")]
  .filter(one => one.offsetParent).filter(one => {
    const box = one.getBoundingClientRect();
    return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 ||
      box.bottom > innerHeight + 1;
  }).map(one => one.id || one.textContent.trim())"""
STILL = "*, *::before, *::after { animation: none !important; transition: none !important; }"


def measured(page: Page) -> dict[str, list[str]]:
    """What is wrong with the page as it is now, by kind."""
    checks = {"covered": COVERED, "own": OWN, "cut": CUT, "outside": OUTSIDE}
    found = {name: page.evaluate(check) for name, check in checks.items()}
    return {name: wrong for name, wrong in found.items() if wrong}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("print_", ["", "large"], ids=["usual", "large-print"])
def test_every_amount_fits_and_nothing_overlaps(
    page: Page, tablet: Open, size: ViewportSize, print_: str
):
    page.set_viewport_size(size)
    tablet(pictures.betting())
    page.evaluate("large => document.documentElement.dataset.print = large", print_)
    page.evaluate(PUT_STYLE, STILL)
    found = {}
    for version, (name, shown) in enumerate(worst_cases(), start=13):
        pictures.push(page, shown | {"version": version})
        if wrong := measured(page):
            found[name] = wrong
    assert found == {}


PUT_STYLE = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [sheet];
}"""


@pytest.mark.parametrize("draw", PHASES, ids=lambda draw: draw.__name__)
def test_on_a_phone_held_sideways_every_key_is_reached(page: Page, tablet: Open, draw: Any):
    page.set_viewport_size(SIZES[-1])
    tablet(draw())
    page.evaluate(PUT_STYLE, STILL)
    assert measured(page) == {}
    assert page.evaluate(COVERED_KEYS) == []


# Something else would take the tap in the middle of the key.
COVERED_KEYS = """() => [...document.querySelectorAll("#tablet button:not(:disabled)")]
  .filter(one => one.offsetParent).filter(one => {
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !one.contains(top);
  }).map(one => one.id || one.textContent.trim())"""


def worst_cases() -> Iterator[tuple[str, dict[str, Any]]]:
    for amount in (1_234_500, 12_345_600):
        yield f"bets of {amount}", pictures.crowded(amount)
    for amount, held in product((12_345_600,), (2, 4, 5)):
        yield f"{held} cards shown", pictures.shown_down(amount, held)
