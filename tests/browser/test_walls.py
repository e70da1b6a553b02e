"""What hangs in the hall is seen whole: nothing is cut, nothing fades into its ground."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tables.models import Seating
from tables.services import seating
from tests.browser.test_two_tablets import apart
from tests.factories import DIRECTOR, bust_all_but, everybody_arrives, running, table_of
from tests.site import LiveSite
from tournament import http
from tournament.models import Tournament

pytestmark = pytest.mark.browser
HALL: ViewportSize = {"width": 1920, "height": 1080}
# How far apart the brightness of a text and of the ground behind it is, as WCAG counts it.
CONTRAST = """element => {
  const light = text => {
    const [r, g, b] = text.match(/[\\d.]+/g).map(Number).map(part => part / 255)
      .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = place => {
    const colour = getComputedStyle(place).backgroundColor;
    return colour === "rgba(0, 0, 0, 0)" ? ground(place.parentElement) : colour;
  };
  const [more, less] = [light(getComputedStyle(element).color), light(ground(element))]
    .sort((one, other) => other - one);
  return (more + 0.05) / (less + 0.05);
}"""


@pytest.fixture
def wall(browser: Browser, live_site: LiveSite) -> Iterator[Page]:
    """A hall screen."""
    with browser.new_context(base_url=live_site.url, viewport=HALL) as context:
        yield context.new_page()


def shown(wall: Page, path: str) -> None:
    """Open a view and wait until it is connected."""
    wall.goto(path)
    expect(wall.locator("body")).to_have_attribute("data-live", "live")


def test_a_broken_table_and_many_moves_are_read_from_afar_and_leave_room_for_the_names(wall: Page):
    def broken() -> Tournament:
        cup = running(13, seats=6)
        bust_all_but(table_of(cup, 1), 1)
        seating.break_table(tournament_id=cup.pk, number=2, actor=DIRECTOR, now=http.now())
        return cup

    cup = apart(broken)
    shown(wall, f"/t/{cup.code}/seating/")
    told = wall.get_by_text("Table 2 is broken")
    expect(told).to_be_in_viewport(ratio=1)
    assert told.evaluate(CONTRAST) > 7
    moving = apart(lambda: Seating.objects.filter(in_transit=True, until=None).count())
    assert wall.locator(".move").count() == moving > 3
    expect(wall.get_by_text("Please move now")).to_be_visible()
    expect(wall.locator(".seats-row").first).to_be_in_viewport(ratio=1)
    apart(lambda: everybody_arrives(cup, now=http.now()))
    expect(wall.get_by_text("Please move now")).to_have_count(0)
    assert wall.locator(".moved-list li").count() == moving
