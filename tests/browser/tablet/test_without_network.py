"""The dealer goes on without network, and what waits is sent once."""

import json
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from engine.rules.book import Settings
from engine.structure import game_presets
from tests.browser import tablet_pictures as pictures
from tests.browser.tablet.steps import Open, between, comes_back, go_offline, keep, sent
from tests.browser.test_ahead import plan

pytestmark = pytest.mark.browser


def test_the_dealer_goes_on_without_network_and_all_is_sent_once_in_order(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    go_offline(table, page)
    expect(page.locator("[data-who-name]")).to_have_text("Emma")
    expect(page.locator("#seat-3 .seat-state")).to_have_text("Folded")
    expect(page.locator("#seat-5 .seat-state")).to_have_text("To act")
    comes_back(table, page)
    first, second = sent(table, page, 2)
    assert (first["kind"], first["seat"], first["version"]) == (["fold"], ["3"], ["12"])
    assert (second["kind"], second["seat"], second["version"]) == (["call"], ["4"], ["13"])
    assert set(table.tried) == {first["command_id"][0], second["command_id"][0]}
    expect(page.locator("[data-waiting-sign]")).to_be_hidden()


def test_what_waits_survives_a_reload(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    go_offline(table, page)
    table.is_up = True
    page.reload()
    assert [fields["kind"] for fields in sent(table, page, 2)] == [["fold"], ["call"]]


def test_after_the_betting_round_the_next_card_is_dealt_and_a_card_that_is_out_never_offered(
    page: Page, tablet: Open
):
    table = tablet(pictures.betting(open_cards=["Ah", "Ks", "2d"]))
    go_offline(table, page)
    page.tap("[data-stay]")
    expect(page.locator("[data-waiting-sign]")).to_have_text("Offline: 3 actions waiting")
    expect(page.locator(".tablet-panel .who-name")).to_have_text("Turn")
    page.tap('[data-rank="A"]')
    expect(page.locator('[data-suit="h"]')).to_be_disabled()
    page.tap('[data-suit="c"]')
    expect(page.locator("[data-waiting-sign]")).to_have_text("Offline: 4 actions waiting")
    expect(page.locator(".oval-board .pick")).to_have_text("A♣")
    expect(page.locator("[data-who-name]")).to_have_text("Anna")
    expect(page.locator("[data-stay]")).to_have_text("Check")
    page.tap("#do-undo")
    expect(page.locator(".tablet-panel .who-name")).to_have_text("Turn")
    comes_back(table, page)
    assert [fields["kind"][0] for fields in sent(table, page, 3)] == ["fold", "call", "call"]


def test_what_only_the_server_can_tell_waits_for_the_network(page: Page, tablet: Open):
    strange = json.loads(pictures.figures(3, 600, [4, 5])) | {"is_strange": True}
    table = tablet(pictures.betting(ahead=json.dumps(strange)))
    table.is_up = False
    page.tap("#do-fold")
    expect(page.locator(".tablet-panel")).to_contain_text("The next step waits for the network.")
    page.tap("#do-undo")
    expect(page.locator("[data-waiting-sign]")).to_be_visible()


def test_a_raise_without_network_brings_the_others_back_to_act(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.is_up = False
    page.tap("text=Min")
    page.tap("#do-raise")
    expect(page.locator("[data-who-name]")).to_have_text("Dan")
    expect(page.locator("[data-stay]")).to_have_text("Call 1,200")


def test_the_least_raise_holds_without_network_and_is_one_tap(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.is_up = False
    page.tap("text=Min")
    page.tap("#do-raise")
    expect(page.locator("[data-who-name]")).to_have_text("Dan")
    expect(page.locator("#preset-min")).to_contain_text("1,800")
    expect(page.locator("[data-raise-range]")).to_have_text("1,800 to 20,000")
    expect(page.locator(".tablet-page")).not_to_have_attribute("data-settling", "")
    for digit in ("1", "5", "00"):
        page.tap(f"[data-digit='{digit}']")
    page.locator("#do-raise").dispatch_event("click")
    expect(page.get_by_role("alert")).to_have_text("At least 1,800. Adelaide rule 47")
    expect(page.locator("[data-waiting-sign]")).to_have_text("Offline: 1 action waiting")


def test_a_short_all_in_closes_the_raising_without_network_by_its_clause(page: Page, tablet: Open):
    short = json.loads(pictures.figures(3, 600, [4, 5]))
    short["book"] |= {"reopens": "nobody_after_a_short_all_in"}
    short["book"]["clauses"]["reopening"] = "canberra:13.4"
    short["seats"][2][1] = 900
    table = tablet(pictures.betting(ahead=json.dumps(short)))
    table.is_up = False
    page.tap("#preset-all-in")
    page.tap("#do-raise")
    expect(page.locator("[data-who-name]")).to_have_text("Dan")
    expect(page.locator("[data-raise-range]")).to_have_text("Not possible now")
    expect(page.locator(".tablet-page")).not_to_have_attribute("data-settling", "")
    page.locator("#do-raise").dispatch_event("click")
    expect(page.get_by_role("alert")).to_contain_text("does not reopen the betting")
    expect(page.get_by_role("alert").locator(".clause-link")).to_have_text("Canberra 13.4")


def test_undo_takes_back_what_was_never_sent(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    go_offline(table, page)
    page.tap("#do-undo")
    expect(page.locator("[data-waiting-sign]")).to_have_text("Offline: 1 action waiting")
    expect(page.locator("[data-who-name]")).to_have_text("Dan")
    comes_back(table, page)
    assert [fields["kind"] for fields in sent(table, page)] == [["fold"]]


def test_a_deal_kept_by_an_older_page_is_sent_after_a_reload(page: Page, tablet: Open):
    deal = {"kind": "start_hand", "words": "Deal hand 38", "fields": [["kind", "start_hand"]]}
    table = between(page, tablet, {"level": 6})
    table.is_up = False
    waiting = deal | {"id": str(UUID(int=1)), "version": 12, "tried": 1, "seat": 0}
    keep(page, f"outbox:{pictures.COMMANDS}", {"waiting": [waiting]})
    expect(page.locator("[data-waiting-sign]")).to_have_text("Offline: 1 action waiting")
    comes_back(table, page)
    assert sent(table, page)[0]["kind"] == ["start_hand"]


def test_a_deal_sent_again_names_the_level_that_the_page_showed(page: Page, tablet: Open):
    table = between(page, tablet, {"level": 5})
    table.is_up = False
    page.tap("#do-start")
    expect(page.locator("[data-waiting-sign]")).to_have_text("Offline: 1 action waiting")
    comes_back(table, page)
    assert sent(table, page)[0]["level"] == ["6"]


def test_when_the_level_is_over_a_deal_waits_for_the_network_unless_there_is_one(
    page: Page, tablet: Open
):
    table = between(page, tablet, {"level": 6}, ends_at_ms=1)
    expect(page.locator(".tablet-time time")).to_have_text("00:00")
    page.context.set_offline(True)
    page.tap("#do-start")
    expect(page.get_by_role("alert")).to_contain_text("The level is over")
    assert not table.tried
    page.context.set_offline(False)
    page.tap("#do-start")
    assert sent(table, page)[0]["kind"] == ["start_hand"]


@pytest.mark.rule("canberra:D.1.2")
@pytest.mark.parametrize(("opens", "card"), [("low", "lowest"), ("high", "highest")])
def test_who_opens_in_stud_was_asked_without_network_but_not_by_which_card(
    page: Page, tablet: Open, opens: str, card: str
):
    rules = game_presets.get("canberra-d", Settings(stud_opens=opens))
    told = plan(rules, (1, 2, 3))[1] | {"after": 37, "level": 6, "is_over": True}
    table = between(page, tablet, told)
    table.is_up = False
    page.tap("#do-start")
    question = page.locator(".tablet-panel .who-words")
    expect(question).to_have_text(f"Tap the seat with the {card} up card: it opens the betting.")
    page.tap("[data-command=opener][data-seat='2']")
    page.tap("#preset-min")
    page.tap("#do-raise")
    for name in ("Chloe", "Anna"):
        expect(page.locator("[data-who-name]")).to_have_text(name)
        page.tap("[data-stay]")
    page.tap("[data-command=street]")
    expect(question).to_have_text("Tap the seat with the highest up card: it opens the betting.")
