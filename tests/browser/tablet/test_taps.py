"""One tap, one command: what a finger does and what is sent."""

import re
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tablet_pictures as pictures
from tests.browser.tablet.steps import Open, sent

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
