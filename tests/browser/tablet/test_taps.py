"""One tap, one command: what a finger does and what is sent."""

import functools
import re
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import tablet_pictures as pictures
from tests.browser.tablet.steps import Open, sent
from tests.browser.tablet_pictures import ORIGIN, FakeTable, answer_static

pytestmark = pytest.mark.browser


def test_an_ordinary_action_is_one_tap_with_seat_version_and_an_id(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    page.tap("#do-fold")
    (fields,) = sent(table, page)
    assert UUID(fields.pop("command_id")[0]).version == 4
    assert fields == {"kind": ["fold"], "seat": ["3"], "version": ["12"]}


def test_an_id_is_made_where_the_browser_lacks_randomuuid(page: Page, tablet: Open):
    page.add_init_script("crypto.randomUUID = undefined")
    table = tablet(pictures.betting())
    page.tap("#do-call")
    assert UUID(sent(table, page)[0]["command_id"][0]).version == 4


def test_the_second_of_a_double_tap_acts_for_nobody(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    page.dblclick("#do-fold")
    expect(page.locator(".tablet-page")).not_to_have_attribute("data-settling", "")
    assert len(sent(table, page)) == 1


def test_three_folds_a_quarter_of_a_second_apart_are_three_folds_before_any_answer(
    page: Page, tablet: Open
):
    table = tablet(pictures.betting())
    hold_time(page)
    held = hold_answers(page)
    for seat in (3, 4, 5):
        expect(page.locator("[data-who-seat]")).to_have_text(str(seat))
        page.tap("#do-fold")
        page.clock.run_for(240)
    expect(page.locator("#seat-5")).to_have_class(re.compile("is-folded"))
    expect(page.locator("[data-waiting-sign]")).to_be_hidden()
    release(page, table, held)
    folds = sent(table, page, 3)
    assert [fields["seat"] for fields in folds] == [["3"], ["4"], ["5"]]
    assert [fields["version"] for fields in folds] == [["12"], ["13"], ["14"]]


def test_folds_tapped_where_only_the_server_knows_the_turn_wait_for_its_answer(
    page: Page, tablet: Open
):
    table = tablet(pictures.betting(ahead=""))
    hold_time(page)
    held = hold_answers(page)
    for _ in range(3):
        page.tap("#do-fold")
        page.clock.run_for(240)
    expect(page.locator("#do-fold")).to_have_attribute("data-tapped", "")
    table.next = functools.partial(without_figures, table)  # type: ignore[method-assign]
    release(page, table, held)
    assert [fields["seat"] for fields in sent(table, page, 3)] == [["3"], ["4"], ["5"]]


def without_figures(table: FakeTable) -> dict[str, Any]:
    return FakeTable.next(table) | {"ahead": ""}


def hold_time(page: Page) -> None:
    """From now on only the test lets time go by."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def hold_answers(page: Page) -> list[Route]:
    """What is posted from now on stays without an answer."""
    held: list[Route] = []
    page.route("**/command/", lambda route: held.append(route))
    return held


def release(page: Page, table: FakeTable, held: list[Route]) -> None:
    """Everything is answered, in its order."""
    page.unroute("**/command/")
    for route in held:
        table._handle(route, route.request)


def test_a_tap_shows_before_the_server_has_answered(page: Page, tablet: Open):
    table = tablet(pictures.picture())
    held = hold_answers(page)
    page.evaluate(MARKED_AT_ONCE)
    assert page.evaluate("marked") is True
    expect(page.locator("#do-start")).to_have_attribute("data-tapped", "")
    release(page, table, held)
    expect(page.locator("#tablet")).to_have_attribute("data-version", "13")
    expect(page.locator("#do-start")).not_to_have_attribute("data-tapped", "")


# In the same task as the tap: what is painted next shows it.
MARKED_AT_ONCE = """() => {
  const button = document.querySelector("#do-start");
  button.click();
  window.marked = button.hasAttribute("data-tapped");
}"""


def test_a_tap_made_before_the_scripts_have_come_is_carried_out_when_they_have(
    page: Page, tablet: Open
):
    table = FakeTable(pictures.betting())
    page.route("**/*", table._handle)
    late: list[Route] = []
    page.route("**/js/tablet.js", lambda route: late.append(route))
    page.goto(ORIGIN, wait_until="commit")
    page.tap("#do-fold")
    page.tap("#do-fold")
    assert not table.posted
    for route in late:
        answer_static(route, urlsplit(route.request.url).path)
    assert [fields["kind"] for fields in sent(table, page)] == [["fold"]]


def test_another_key_that_comes_under_the_finger_takes_no_tap_at_first(page: Page, tablet: Open):
    table = tablet(pictures.picture())
    table.answer = lambda _: (200, pictures.betting(version=13))
    hold_time(page)
    page.tap("#do-start")
    expect(page.locator("[data-who-seat]")).to_have_text("3")
    place = page.locator("#do-raise").bounding_box()
    assert place is not None
    middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.clock.run_for(240)
    page.touchscreen.tap(*middle)
    expect(page.get_by_role("alert")).to_be_hidden()
    page.clock.run_for(240)
    page.touchscreen.tap(*middle)
    expect(page.get_by_role("alert")).to_contain_text("Choose an amount first")


def test_a_bet_is_two_taps(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    page.tap("text=½ pot")
    expect(page.locator("#do-raise")).to_contain_text(re.compile("Raise to\\s+3.900"))
    page.tap("#do-raise")
    (fields,) = sent(table, page)
    assert (fields["kind"], fields["amount"], fields["seat"]) == (["raise_to"], ["3900"], ["3"])


def test_all_in_has_a_command_of_its_own(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    page.tap("#preset-all-in")
    page.tap("#do-raise")
    assert sent(table, page)[0]["kind"] == ["all_in"]


def test_the_keypad_takes_any_amount_within_the_range_it_shows(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    for key in ("2", "5", "00"):
        page.tap(f'.keypad >> text="{key}"')
    page.tap("#do-raise")
    assert sent(table, page)[0]["amount"] == ["2500"]


@pytest.mark.parametrize(
    ("digits", "words"),
    [
        ("", "Choose an amount first: 1,200 to 20,000."),
        ("9", "At least 1,200."),
        ("99999", "At most 20,000."),
    ],
)
def test_an_amount_out_of_range_is_not_even_sent(page: Page, tablet: Open, digits: str, words: str):
    table = tablet(pictures.betting())
    page.keyboard.type(digits)
    page.tap("#do-raise")
    expect(page.get_by_role("alert")).to_have_text(words)
    assert not table.tried


def test_where_the_limit_leaves_one_amount_it_is_entered_already(page: Page, tablet: Open):
    only = {"allowed": True, "word": "Raise to", "least": 1200, "most": 1200}
    table = tablet(pictures.betting() | {"wager": only})
    page.tap("#do-raise")
    assert sent(table, page)[0]["amount"] == ["1200"]


def test_the_next_hand_is_one_tap(page: Page, tablet: Open):
    table = tablet(pictures.picture())
    page.tap("text=Deal hand 38")
    assert sent(table, page)[0]["kind"] == ["start_hand"]


def test_the_keyboard_does_it_too(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    page.keyboard.press("f")
    sent(table, page, 1)
    page.keyboard.press("c")
    sent(table, page, 2)
    page.keyboard.type("1500")
    page.keyboard.press("Enter")
    sent(table, page, 3)
    page.keyboard.press("u")
    kinds = [fields["kind"][0] for fields in sent(table, page, 4)]
    assert kinds == ["fold", "call", "raise_to", "undo"]


def test_a_tap_on_a_seat_still_to_act_folds_everybody_before_it(page: Page, tablet: Open):
    table = tablet(pictures.betting(seat_url="/asked/0/"))
    page.tap("#seat-5 .seat-plate")
    expect(page.locator("#told")).to_contain_text("Folds to seat 5: seats 3 and 4 fold.")
    (fields,) = sent(table, page)
    assert (fields["kind"], fields["seat"]) == (["pass_to"], ["5"])


def test_without_network_a_tap_on_a_seat_brings_the_turn_there_too(page: Page, tablet: Open):
    table = tablet(pictures.betting(seat_url="/asked/0/"))
    table.is_up = False
    page.tap("#do-fold")
    expect(page.locator("[data-waiting-sign]")).to_be_visible()
    page.tap("#seat-5 .seat-plate")
    expect(page.locator("[data-who-seat]")).to_have_text("5")
    expect(page.locator("#seat-4")).to_have_class(re.compile("is-folded"))
    page.tap("#do-undo")
    expect(page.locator("[data-who-seat]")).to_have_text("4")


@pytest.mark.parametrize("seat", [1, 3])
def test_a_tap_on_a_seat_that_is_not_to_come_opens_its_menu(page: Page, tablet: Open, seat: int):
    table = tablet(pictures.betting(seat_url="/asked/0/"))
    page.route("**/asked/**", lambda route: route.fulfill(body='<p class="seat-sheet">Menu</p>'))
    page.tap(f"#seat-{seat} .seat-plate")
    expect(page.locator("#seat-menu")).to_contain_text("Menu")
    assert not table.tried


def test_a_long_press_and_the_button_beside_the_words_open_the_menu_of_a_seat_to_come(
    page: Page, tablet: Open
):
    table = tablet(pictures.betting(seat_url="/asked/0/"))
    page.route("**/asked/**", lambda route: route.fulfill(body='<p class="seat-sheet">Menu</p>'))
    hold_time(page)
    page.locator("#seat-5 .seat-plate").hover()
    page.mouse.down()
    page.clock.run_for(600)
    page.mouse.up()
    expect(page.locator("#seat-menu")).to_contain_text("Menu")
    assert not table.tried
    page.keyboard.press("Escape")
    page.tap("#seat-4 .seat-plate")
    page.tap("#told [data-seat-menu]")
    expect(page.locator("#seat-menu")).to_be_visible()
    assert sent(table, page)[0]["kind"] == ["pass_to"]


def test_a_thousand_is_two_taps_on_the_keypad(page: Page, tablet: Open):
    tablet(pictures.betting())
    page.tap('.keypad >> text="2"')
    page.tap('.keypad >> text="000"')
    expect(page.locator("[data-raise-amount]")).to_have_text("2,000")
