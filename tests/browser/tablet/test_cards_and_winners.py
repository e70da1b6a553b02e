"""Cards picked, hands shown, winners tapped."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tablet_pictures as pictures
from tests.browser.tablet.steps import Open, pick, sent

pytestmark = pytest.mark.browser


def test_a_card_is_two_taps_and_the_last_one_sends_them(page: Page, tablet: Open):
    table = tablet(pictures.flop())
    pick(page, "KsTd2c")
    (fields,) = sent(table, page)
    assert (fields["kind"], fields["cards"]) == (["board"], ["KsTd2c"])


def test_a_card_that_is_out_is_never_offered(page: Page, tablet: Open):
    tablet(pictures.flop())
    page.tap('[data-rank="A"]')
    expect(page.locator('[data-suit="h"]')).to_be_disabled()
    page.tap('[data-suit="s"]')
    page.tap('[data-rank="A"]')
    expect(page.locator('[data-suit="s"]')).to_be_disabled()
    pick(page, "Ad")
    expect(page.locator('[data-suit="c"]')).to_be_disabled()


def test_a_small_deck_offers_its_own_cards_and_its_joker_with_one_tap(page: Page, tablet: Open):
    table = tablet(pictures.flop() | {"deck": {"ranks": "AKQJT987", "joker": True}})
    assert page.locator("[data-rank]").count() == 8
    page.tap("[data-joker]")
    expect(page.locator("[data-joker]")).to_be_disabled()
    pick(page, "7s9d")
    assert sent(table, page)[0]["cards"] == ["Jk7s9d"]


def test_what_comes_first_is_confirmed_on_the_same_button(page: Page, tablet: Open):
    start = {"can": True, "label": "Deal hand 38", "before": {"name": "blinds", "words": "Blinds"}}
    table = tablet(pictures.picture(start=start))
    expect(page.locator("#do-start .after-words")).to_be_hidden()
    page.tap("#do-start")
    expect(page.locator("#do-start .before-words")).to_be_hidden()
    expect(page.locator("#do-start .after-words")).to_have_text("Deal hand 38")
    assert not table.tried
    expect(page.locator(".tablet-page")).not_to_have_attribute("data-settling", "")
    page.tap("#do-start")
    assert sent(table, page)[0]["confirmed"] == ["blinds"]


def test_high_and_low_halves_are_tapped_apart(page: Page, tablet: Open):
    shown = pictures.award()
    pot = shown["award"]["pots"][0] | {"proposed": [], "proposed_low": []}
    table = tablet(shown | {"award": {"pots": [pot], "is_split": True}})
    page.tap("[data-winner='2']")
    page.tap("[data-low='8']")
    expect(page.locator("#do-award")).to_contain_text("High seat 2, low seat 8")
    page.tap("#do-award")
    (fields,) = sent(table, page)
    assert (fields["winners"], fields["low_winners"]) == (["2"], ["8"])


def test_a_wrong_card_is_taken_back_with_one_tap(page: Page, tablet: Open):
    table = tablet(pictures.flop())
    pick(page, "Ks")
    page.tap("[data-erase-card]")
    pick(page, "QsTd2c")
    assert sent(table, page)[0]["cards"] == ["QsTd2c"]


def test_a_hand_is_shown_for_its_seat(page: Page, tablet: Open):
    table = tablet(pictures.showdown())
    pick(page, "AsAd")
    (fields,) = sent(table, page)
    assert (fields["kind"], fields["seat"], fields["cards"]) == (["show"], ["8"], ["AsAd"])


def test_the_winner_may_be_tapped_without_any_cards(page: Page, tablet: Open):
    table = tablet(pictures.showdown())
    page.tap("#view-winners")
    page.tap('[data-winner="2"]')
    page.tap("text=Split between seats 2 and 8")
    (fields,) = sent(table, page)
    assert (fields["kind"], fields["pot"]) == (["award"], ["0"])
    assert fields["winners"] == ["2", "8"]


def test_all_pots_are_paid_with_one_tap_where_the_cards_decide(page: Page, tablet: Open):
    table = tablet(pictures.award())
    page.tap("text=Pay both pots")
    assert sent(table, page)[0]["kind"] == ["award_all"]


def test_a_pot_without_a_winner_is_not_sent(page: Page, tablet: Open):
    table = tablet(pictures.award())
    page.tap('[data-winner="8"]')
    expect(page.locator("#do-award")).to_have_text(re.compile("Tap the winner"))
    page.locator("#do-award").dispatch_event("click")
    expect(page.get_by_role("alert")).to_have_text("Tap the winner of this pot.")
    assert not table.tried


def test_a_card_is_one_tap_and_what_is_out_is_not_among_them(page: Page, tablet: Open):
    table = tablet(pictures.flop())
    expect(page.locator('[data-card="Ah"]')).to_be_hidden()
    for card in ("Ks", "Td", "2c"):
        page.tap(f'[data-card="{card}"]')
    assert sent(table, page)[0]["cards"] == ["KsTd2c"]


def test_the_grid_leaves_the_keys_for_rank_and_suit_free_and_can_be_put_away(
    page: Page, tablet: Open
):
    table = tablet(pictures.flop())
    page.tap('[data-card="Ks"]')
    pick(page, "Td")
    page.tap("#open-comfort")
    page.tap('[data-comfort="cards"]')
    page.tap("#comfort [data-close]")
    expect(page.locator("#card-grid")).to_be_hidden()
    pick(page, "2c")
    assert sent(table, page)[0]["cards"] == ["KsTd2c"]


def test_upright_there_is_no_room_for_a_grid(page: Page, tablet: Open):
    page.set_viewport_size({"width": 768, "height": 1024})
    tablet(pictures.flop())
    expect(page.locator("#card-grid")).to_be_hidden()
    expect(page.locator('[data-rank="K"]')).to_be_visible()


def test_every_card_of_the_grid_is_large_enough_for_a_finger(page: Page, tablet: Open):
    tablet(pictures.flop())
    for width, height in ((1024, 768), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(NEXT_FRAME)
        assert page.evaluate(SMALL_CARDS) == []
        assert page.locator(".card-key:visible").count() == 51


NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
SMALL_CARDS = """() => [...document.querySelectorAll(".card-key")].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width < 54 || box.height < 54 || box.bottom > innerHeight;
}).map(one => one.dataset.card)"""


def test_each_share_with_its_odd_chip_is_seen_before_it_is_paid(page: Page, tablet: Open):
    both = [{"seat": 2, "name": "Ben", "words": ""}, {"seat": 8, "name": "Hugo", "words": ""}]
    pot = {"index": 0, "label": "Pot", "amount": 6675, "eligible": both, "proposed": [2, 8]}
    figures = json.loads(pictures.figures(-1, 0, []))
    for seat in figures["seats"]:
        seat[5] = 1 if seat[0] in (2, 8) else 3  # the others have folded
    figures["seats"][1][3] += 625
    ahead = json.dumps(figures | {"street": 2})
    tablet(pictures.picture(phase="award", award={"pots": [pot]}, ahead=ahead))
    words = "Seat 2: 3,350 · seat 8: 3,325 (odd chip to seat 2)"
    expect(page.locator("[data-award-more]")).to_have_text(words)
    page.tap('[data-winner="2"]')
    expect(page.locator("[data-award-more]")).to_have_text("Pot")
