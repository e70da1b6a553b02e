"""What hangs in the hall is seen whole: nothing is cut, nothing fades into its ground."""

from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Browser, FloatRect, Page, ViewportSize, expect

from engine.prizes.prizes import How, Row
from engine.structure import presets
from tables.console import forecast
from tables.models import Seating
from tables.seating.services import seating
from tests.browser.test_two_tablets import apart
from tests.factories import (
    DIRECTOR,
    bust_all_but,
    deal,
    everybody_arrives,
    fold_round,
    running,
    seats_at,
    table_of,
)
from tests.site import LiveSite
from tournament import requests
from tournament.clock.services import clock
from tournament.clock.services.buttons import Press
from tournament.entries.queries import links as link_queries
from tournament.entries.services import links
from tournament.models import Entry, Tournament
from tournament.prizes.services import prizes
from tournament.setup.services import tournaments

pytestmark = pytest.mark.browser
HALL: ViewportSize = {"width": 1920, "height": 1080}
PHONE: ViewportSize = {"width": 390, "height": 844}
DINNER = {"kind": "break", "minutes": 15, "note": "Dinner is served in the long room"}
SHARES = (Row(1, percent=Fraction(60)), Row(2, percent=Fraction(40)))
# How far apart the brightness of a text and of the ground behind it is, as WCAG counts it.
CONTRAST = """element => {
  const light = text => {
    const [r, g, b] = text.match(/[\\d.]+/g).map(Number).map(part => part / 255)
      .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = place => {
    const colour = getComputedStyle(place).backgroundColor;
    if (colour !== "rgba(0, 0, 0, 0)") return colour;
    return place.parentElement ? ground(place.parentElement) : "rgb(255, 255, 255)";
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
        bust_all_but(table_of(cup, 1), seats_at(table_of(cup, 1))[0])
        seating.break_table(tournament_id=cup.pk, number=3, actor=DIRECTOR, now=requests.now())
        return cup

    cup = apart(broken)
    shown(wall, f"/t/{cup.code}/seating/")
    told = wall.get_by_text("Table 3 breaks: find your new seat")
    expect(told).to_be_in_viewport(ratio=1)
    assert told.evaluate(CONTRAST) > 7
    moving = apart(lambda: Seating.objects.filter(in_transit=True, until=None).count())
    assert wall.locator(".move").count() == moving > 3
    expect(wall.get_by_text("Please move now")).to_be_visible()
    expect(wall.locator(".seats-row").first).to_be_in_viewport(ratio=1)
    apart(lambda: everybody_arrives(cup, now=requests.now()))
    expect(wall.get_by_text("Please move now")).to_have_count(0)
    assert wall.locator(".moved-list li").count() == moving


# Places whose words are wider than they are, as far as they can be seen.
CUT = """place => [...document.querySelectorAll(place)]
  .filter(each => each.clientWidth && each.scrollWidth > each.clientWidth + 1)
  .map(each => each.textContent.trim())"""


def test_large_figures_stay_in_their_places(wall: Page):
    def made() -> Tournament:
        cup = running(12, seats=6)
        Entry.objects.filter(tournament=cup).update(stack=1_234_567)
        wish = prizes.ListWish(How.PERCENTAGES, SHARES, guarantee=123_456_700)
        prizes.save(wish, tournament_id=cup.pk, actor=DIRECTOR, now=requests.now())
        prizes.publish(tournament_id=cup.pk, actor=DIRECTOR, now=requests.now())
        return cup

    cup = apart(made)
    shown(wall, f"/t/{cup.code}/clock/")
    expect(wall.get_by_text("$1,234,567")).to_be_visible()
    assert wall.evaluate(CUT, ".clock-stats dd") == []
    shown(wall, f"/t/{cup.code}/leaderboard/")
    assert wall.evaluate(CUT, ".board-figures, .board-side, .board-line, .board-stack") == []
    shown(wall, f"/t/{cup.code}/payouts/")
    assert wall.evaluate(CUT, ".board-side, .wall-row b") == []
    shown(wall, f"/t/{cup.code}/wall/rules/")
    assert wall.evaluate(CUT, ".board-side, .board-figures") == []


def test_what_comes_next_keeps_clear_of_the_code_in_the_corner(wall: Page):
    def made() -> Tournament:
        cup = running(4, preset=presets.get("friday"))
        cup.structure["schedule"]["rows"].insert(1, DINNER)
        cup.save()
        forecast.foresee(cup, now=requests.now(), evenings=2)
        tournaments.show_end(
            tournament_id=cup.pk, is_shown=True, actor=DIRECTOR, now=requests.now()
        )
        return cup

    shown(wall, f"/t/{apart(made).code}/clock/")
    for words in ("Dinner is served", "Break in", "Rebuys", "Ends about"):
        expect(wall.locator(".clock-next")).to_contain_text(words)
    code, foot = box(wall, ".clock-qr"), box(wall, ".clock-says")
    assert foot["x"] + foot["width"] <= code["x"]
    assert wall.evaluate(CUT, ".clock-next p") == []


def box(wall: Page, where: str) -> FloatRect:
    """Where something stands on the screen."""
    found = wall.locator(where).bounding_box()
    assert found is not None
    return found


@pytest.mark.rule("fours:schedule-posted")
def test_the_whole_schedule_is_seen_at_the_table_page_by_page(wall: Page):
    cup = apart(lambda: running(8, preset=presets.get("fours"), seats=8))
    wall.clock.install()
    shown(wall, f"/t/{cup.code}/tables/1/")
    rows = wall.locator(".feature-schedule li")
    expect(rows.first).to_be_in_viewport(ratio=0.9)
    expect(rows.last).not_to_be_in_viewport()
    for _ in range(-(-rows.count() // 8) - 1):
        wall.clock.run_for(10_000)
    expect(rows.last).to_be_in_viewport(ratio=0.9)
    expect(rows.first).not_to_be_in_viewport()


# Where each seat stands, as an angle counted clockwise from the dealer's place.
ANGLES = """() => {
  const middle = place => {
    const { x, y, width, height } = place.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = middle(document.querySelector(".oval"));
  const angle = place => {
    const [px, py] = middle(place);
    return (Math.atan2(x - px, py - y) * 180 / Math.PI + 360) % 360;
  };
  const tray = angle(document.querySelector(".oval-tray"));
  return [...document.querySelectorAll(".seat")]
    .sort((one, other) => one.dataset.seat - other.dataset.seat)
    .map(seat => (angle(seat.querySelector(".seat-plate")) - tray + 360) % 360);
}"""


@pytest.mark.rule("adelaide:2")
@pytest.mark.rule("charity:diagram-A")
def test_numbered_places_run_clockwise_from_the_dealers_left(wall: Page):
    cup = apart(lambda: running(9, seats=9))
    for size in (HALL, PHONE):
        wall.set_viewport_size(size)
        shown(wall, f"/t/{cup.code}/tables/1/")
        assert wall.locator(".oval-tray").count() == 1
        numbers = [text[-1] for text in wall.locator(".seat-number").all_inner_texts()]
        assert numbers == list("123456789")
        angles = wall.evaluate(ANGLES)
        assert angles == sorted(angles)
        assert 0 < angles[0] < 90
        assert 270 < angles[-1] < 360


def test_a_sign_is_black_on_white_on_paper_whatever_light_it_is_read_in(wall: Page):
    cup = apart(lambda: running(2))
    wall.emulate_media(media="print", color_scheme="dark")
    for theme in ("", "dark"):
        wall.goto(f"/t/{cup.code}/signs/limits/")
        wall.evaluate("theme => localStorage.setItem('theme', theme)", theme)
        wall.reload()
        assert wall.locator("h1").evaluate(CONTRAST) > 20
        assert wall.locator(".facts dt").first.evaluate(CONTRAST) > 10


def test_over_a_stream_everything_that_must_be_read_has_a_plate_and_the_rest_is_clear(wall: Page):
    def dealt() -> Tournament:
        cup = running(3)
        deal(table_of(cup))
        return cup

    cup = apart(dealt)
    shown(wall, f"/t/{cup.code}/overlay/tables/1/")
    for place in (".oval-street", ".oval-pot", ".seat-bet", ".seat-plate"):
        expect(wall.locator(place).first).to_be_visible()
        assert wall.locator(place).first.evaluate(CONTRAST) > 4.5, place
    picture = Image.open(BytesIO(wall.screenshot(omit_background=True)))
    assert picture.convert("RGBA").getpixel((5, 5)) == (0, 0, 0, 0)


# Adds up how far things jump from here on.
WATCH_SHIFTS = """window.shifted = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""


def test_nothing_jumps_when_a_push_arrives(wall: Page):
    def made() -> tuple[Tournament, str]:
        cup = running(12, seats=6)
        wish = prizes.ListWish(How.PERCENTAGES, SHARES, guarantee=100_000)
        prizes.save(wish, tournament_id=cup.pk, actor=DIRECTOR, now=requests.now())
        links.give(tournament_id=cup.pk, actor=DIRECTOR, now=requests.now())
        entry, link = next(iter(link_queries.by_entry(cup.pk).items()))
        return cup, link_queries.token(entry, link.nonce)

    cup, token = apart(made)
    wall.add_init_script(WATCH_SHIFTS)
    pages = {"clock/": "#clock", "leaderboard/": "#standings", "": "#standings"}
    watched = {f"/t/{cup.code}/{page}": part for page, part in pages.items()}
    for place, part in {**watched, f"/me/{token}/": "#clock"}.items():
        shown(wall, place)
        before = wall.locator(part).get_attribute("data-version") or ""
        apart(lambda: news(cup))
        expect(wall.locator(part)).not_to_have_attribute("data-version", before)
        assert wall.evaluate("window.shifted") < 0.01, place


def news(cup: Tournament) -> None:
    """A hand is played and the clock is moved."""
    fold_round(table_of(cup, 1), now=requests.now())
    clock.act(
        tournament_id=cup.pk,
        kind="add",
        actor=DIRECTOR,
        now=requests.now(),
        press=Press(minutes=1),
    )


def test_a_level_s_number_amounts_and_minutes_stand_side_by_side_in_one_row(wall: Page):
    cup = apart(lambda: running(2))
    shown(wall, f"/t/{cup.code}/structure/")
    for row in wall.locator(".wall-row").all()[:3]:
        number, amounts, minutes = (row.locator(f"> :nth-child({place})") for place in (1, 2, 3))
        boxes = [place.bounding_box() for place in (number, amounts, minutes)]
        assert all(boxes)
        lefts = [box["x"] for box in boxes if box]
        assert lefts == sorted(lefts)
