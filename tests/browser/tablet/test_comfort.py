"""Everything in view and within reach: sizes, places, the dealer's own settings."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tablet_pictures as pictures
from tests.browser.tablet.steps import Open, foot_of, sent, top_of

pytestmark = pytest.mark.browser


LANDSCAPE, WIDE, PORTRAIT = (1024, 768), (1280, 800), (768, 1024)
PHASES = (
    pictures.picture,
    pictures.betting,
    pictures.no_raise,
    pictures.flop,
    pictures.showdown,
    pictures.award,
    pictures.nine_in_four_pots,
    pictures.rebuys,
    pictures.bags,
)


@pytest.mark.parametrize("size", [LANDSCAPE, WIDE, PORTRAIT], ids=str)
def test_one_screen_without_scrolling_and_with_large_targets(
    page: Page, tablet: Open, size: tuple[int, int]
):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    tablet(pictures.picture())
    for version, draw in enumerate(PHASES, start=13):
        pictures.push(page, draw() | {"version": version})
        expect(page.locator("#tablet")).to_have_attribute("data-version", str(version))
        assert page.evaluate(BEYOND_THE_EDGE) == []
        assert page.evaluate(TOO_SMALL) == []


SEEN = "[...document.querySelectorAll('#tablet button')].filter(one => one.offsetParent)"
BEYOND_THE_EDGE = f"""() => {SEEN}.filter(one => {{
  const box = one.getBoundingClientRect();
  return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
}}).map(one => one.id || one.textContent)"""
TOO_SMALL = f"""() => {SEEN}.filter(one => {{
  const box = one.getBoundingClientRect();
  return box.width < 56 || box.height < 56;
}}).map(one => one.id || one.textContent)"""


@pytest.mark.parametrize("size", [LANDSCAPE, WIDE, PORTRAIT], ids=str)
def test_with_nine_hands_to_choose_from_every_pot_and_key_is_seen_whole(
    page: Page, tablet: Open, size: tuple[int, int]
):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    tablet(pictures.nine_in_four_pots())
    assert page.evaluate(CUT, ".tablet-who, .award-pots li, .key--winner") == []
    assert top_of(page.locator(".winners > :first-child")) >= top_of(page.locator(".tablet-panel"))
    if size != PORTRAIT:
        pots, keys = page.locator(".tablet-who"), page.locator(".winners > :first-child")
        assert foot_of(pots) <= top_of(keys)


LONG_NAME = "Konstantin Papadopoulos"


@pytest.mark.parametrize("size", [LANDSCAPE, WIDE, PORTRAIT], ids=str)
def test_a_long_name_and_what_undo_takes_back_are_read_to_their_end(
    page: Page, tablet: Open, size: tuple[int, int]
):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    tablet(pictures.betting())
    label = f"Undo: {LONG_NAME} raises to 12,500."
    shown = pictures.betting(version=13, undo={"can": True, "label": label})
    shown["turn"]["name"] = LONG_NAME
    pictures.push(page, shown)
    expect(page.locator("[data-who-name]")).to_have_text(LONG_NAME)
    assert page.evaluate(CUT, ".who-name, #do-undo") == []
    assert page.evaluate(TOO_SMALL) == []


CUT = """places => [...document.querySelectorAll(places)].filter(one => one.offsetParent &&
  (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight))
  .map(one => `${one.className} ${one.textContent}`)"""


@pytest.mark.parametrize("size", [LANDSCAPE, WIDE, PORTRAIT], ids=str)
def test_the_name_of_the_house_lies_clear_of_pots_and_bets(
    page: Page, tablet: Open, size: tuple[int, int]
):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    tablet(pictures.nine_in_four_pots())
    page.evaluate("document.getElementById('oval-house').textContent = 'Shuffle Up'")
    assert page.evaluate(UNDER_THE_HOUSE) == []


# The line of the name is as wide as the felt: what counts are its letters.
UNDER_THE_HOUSE = """() => {
  const letters = document.createRange();
  letters.selectNodeContents(document.getElementById('oval-house'));
  const house = letters.getBoundingClientRect();
  return [...document.querySelectorAll('.oval-pot, .seat-bet, .seat-plate')].filter(one => {
    const box = one.getBoundingClientRect();
    return box.left < house.right && box.right > house.left &&
      box.top < house.bottom && box.bottom > house.top;
  }).map(one => one.textContent);
}"""


def test_buttons_stay_where_they_are_from_player_to_player(page: Page, tablet: Open):
    tablet(pictures.betting())
    before = page.evaluate(PLACES)
    pictures.push(page, pictures.betting(seat=4, to_call=0, version=13))
    expect(page.locator("[data-who-name]")).to_have_text("Dan")
    assert page.evaluate(PLACES) == before


PLACES = """() => [...document.querySelectorAll('#do-fold, [data-stay], #do-raise, .keypad .key')]
  .map(one => { const box = one.getBoundingClientRect(); return [box.x, box.y, box.width]; })"""


@pytest.mark.parametrize(
    ("name", "value"), [("hand", "left"), ("print", "large"), ("deck", "four"), ("theme", "light")]
)
def test_the_dealers_comforts_are_kept(page: Page, tablet: Open, name: str, value: str):
    tablet(pictures.betting())
    page.tap("#open-comfort")
    page.tap(f'[data-comfort="{name}"]')
    page.reload()
    expect(page.locator("html")).to_have_attribute(f"data-{name}", value)


SAY = """left => {
  const said = '<aside id="word"><div id="word-1" class="word-item" data-on="tablets" data-left="' +
    left + '"><p>Dinner</p><button class="button word-close">Close</button></div></aside>';
  document.body.insertAdjacentHTML("beforeend", said);
  document.dispatchEvent(new Event("htmx:after:swap"));
}"""


def test_an_announcement_leaves_the_buttons_free_and_is_put_away_with_a_tap(
    page: Page, tablet: Open
):
    table = tablet(pictures.betting())
    page.evaluate(SAY, 60)
    page.tap("#do-fold")
    sent(table, page)
    page.tap(".word-close")
    expect(page.locator(".word-item")).to_be_hidden()
    page.evaluate("document.getElementById('word').remove()")
    page.evaluate(SAY, 50)  # said again with the next push
    expect(page.locator(".word-item")).to_be_hidden()


def test_left_handed_puts_the_buttons_on_the_left(page: Page, tablet: Open):
    tablet(pictures.betting())
    page.tap("#open-comfort")
    page.tap('[data-comfort="hand"]')
    box = page.locator(".tablet-panel").bounding_box()
    assert box is not None
    assert box["x"] == 0


def test_without_https_the_tablet_says_what_is_missing(page: Page, tablet: Open):
    tablet(pictures.betting())
    page.tap("#open-comfort")
    expect(page.locator("#comfort")).to_contain_text("does not keep the screen awake")
    expect(page.locator("#comfort")).to_contain_text("cannot be installed")
