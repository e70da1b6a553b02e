"""The dealer's tablet in the browser: what a finger does, what is sent, and what waits."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.rules.book import Settings
from engine.structure import game_presets
from tests.browser import tablet_pictures as pictures
from tests.browser.tablet_pictures import FakeTable
from tests.browser.test_ahead import plan

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
# The browser's own words for refused and failed commands, and htmx's for what was not fetched.
EXPECTED = ("Failed to load resource", "htmx: htmx:error: Failed to fetch")
Open = Callable[[dict[str, Any]], FakeTable]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A tablet's browser; anything it complains about fails the test."""
    complaints: list[str] = []
    with browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True) as context:
        opened = context.new_page()
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.on("console", lambda said: complaints.append(said.text))
        yield opened
    assert not [one for one in complaints if not one.startswith(EXPECTED)]


@pytest.fixture
def tablet(page: Page) -> Open:
    """Opens the tablet on a made-up picture."""

    def opened(shown: dict[str, Any]) -> FakeTable:
        table = FakeTable(shown)
        table.serve(page)
        return table

    return opened


def sent(table: FakeTable, page: Page, count: int = 1) -> list[dict[str, list[str]]]:
    """What was posted, once that many commands have arrived and been answered."""
    expect(page.locator("#tablet")).to_have_attribute("data-version", str(12 + count))
    assert len(table.posted) == count
    return table.posted


def comes_back(table: FakeTable, page: Page) -> None:
    """The network is there again."""
    table.is_up = True
    page.evaluate("dispatchEvent(new Event('online'))")


# -- one tap, one command --------------------------------------------------------------------------


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
        ("", "Choose an amount first: 1\u202f200 to 20\u202f000."),
        ("9", "At least 1\u202f200."),
        ("99999", "At most 20\u202f000."),
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
    table = tablet(pictures.betting() | {"raise": only})
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


# -- refusals --------------------------------------------------------------------------------------


def test_what_is_not_possible_says_why_with_its_clause(page: Page, tablet: Open):
    table = tablet(pictures.no_raise())
    page.locator("#do-raise").dispatch_event("click")
    expect(page.get_by_role("alert")).to_contain_text("A short all-in does not reopen")
    expect(page.get_by_role("alert")).to_contain_text("canberra:13.4")
    assert not table.tried


def test_a_refusal_shows_its_clause_and_goes_with_the_next_tap(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.answer = lambda _: (409, pictures.refused(table.shown, "It is the turn of seat 4."))
    page.tap("#do-fold")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("It is the turn of seat 4.")
    page.tap(".clause-link")
    expect(page.locator("#clause")).to_contain_text("Nobody may raise a short tap-out.")
    link = page.locator("#clause a")
    expect(link).to_have_attribute("href", re.compile(r"/canberra/#canberra:13\.4$"))
    page.tap("#clause [data-close]")
    page.tap('.keypad >> text="5"')
    expect(alert).to_be_hidden()


def test_a_refusal_leaves_in_view_whose_turn_it_is(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.answer = lambda _: (409, pictures.refused(table.shown, "It is the turn of seat 4. " * 3))
    page.tap("#do-fold")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("It is the turn of seat 4.")
    name = page.locator("[data-who-name]")
    expect(name).to_be_visible()
    page.wait_for_function("() => !document.getAnimations().length")
    assert foot_of(name) <= top_of(alert)


def top_of(place: Locator) -> float:
    return float(place.evaluate("one => one.getBoundingClientRect().top"))


def foot_of(place: Locator) -> float:
    return float(place.evaluate("one => one.getBoundingClientRect().bottom"))


def test_a_push_does_not_take_a_refusal_away(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.answer = lambda _: (409, pictures.refused(table.shown, "It is the turn of seat 4."))
    page.tap("#do-fold")
    expect(page.get_by_role("alert")).not_to_be_empty()
    pictures.push(page, pictures.betting(version=13))
    expect(page.locator("#tablet")).to_have_attribute("data-version", "13")
    expect(page.get_by_role("alert")).to_contain_text("It is the turn of seat 4.")


@pytest.mark.parametrize(
    ("opens", "box"), [("#open-happened", "#happened"), ("#seat-3 .seat-plate", "#seat-menu")]
)
def test_what_needs_a_server_that_does_not_answer_can_be_left(
    page: Page, tablet: Open, opens: str, box: str
):
    tablet(pictures.betting(happened_url="/asked/what/", seat_url="/asked/0/"))
    page.route("**/asked/**", lambda route: route.abort())
    page.tap(opens)
    expect(page.locator(box)).to_contain_text("it does not answer")
    page.tap(f"{box} [data-close]")
    expect(page.locator(box)).to_be_hidden()


def test_a_tablet_that_was_unpaired_is_told_so(page: Page, tablet: Open):
    tablet(pictures.betting())
    page.route("**/command/", lambda route: route.fulfill(status=200, body="<h1>Sign in</h1>"))
    page.tap("#do-fold")
    expect(page.get_by_role("alert")).to_contain_text("not paired any more")


# -- what is half entered --------------------------------------------------------------------------


def test_a_push_keeps_the_amount_being_typed_until_the_turn_changes(page: Page, tablet: Open):
    tablet(pictures.betting())
    page.keyboard.type("2500")
    pictures.push(page, pictures.betting(version=13, notices=["Break after this hand"]))
    expect(page.locator(".tablet-notice")).to_be_visible()
    expect(page.locator("[data-raise-amount]")).to_have_text("2\u202f500")
    pictures.push(page, pictures.betting(seat=4, version=14))
    expect(page.locator("[data-who-name]")).to_have_text("Dan")
    expect(page.locator("[data-raise-amount]")).to_be_empty()


def test_a_push_keeps_the_cards_being_picked(page: Page, tablet: Open):
    tablet(pictures.flop())
    page.tap('[data-rank="K"]')
    page.tap('[data-suit="s"]')
    pictures.push(page, pictures.flop() | {"version": 13})
    expect(page.locator("#tablet")).to_have_attribute("data-version", "13")
    expect(page.locator(".pick").first).to_have_text("K♠")


def test_a_refused_amount_stays_to_be_corrected(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.answer = lambda _: (409, pictures.refused(table.shown, "Not a multiple of 25."))
    page.keyboard.type("1234")
    page.tap("#do-raise")
    expect(page.get_by_role("alert")).to_contain_text("Not a multiple of 25.")
    expect(page.locator("[data-raise-amount]")).to_have_text("1\u202f234")


# -- cards and winners -----------------------------------------------------------------------------


def pick(page: Page, cards: str) -> None:
    for rank, suit in zip(cards[::2], cards[1::2], strict=True):
        page.tap(f'[data-rank="{rank}"]')
        page.tap(f'[data-suit="{suit}"]')


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
    page.tap("text=Pay all 2 pots")
    assert sent(table, page)[0]["kind"] == ["award_all"]


def test_a_pot_without_a_winner_is_not_sent(page: Page, tablet: Open):
    table = tablet(pictures.award())
    page.tap('[data-winner="8"]')
    expect(page.locator("#do-award")).to_have_text(re.compile("Tap the winner"))
    page.locator("#do-award").dispatch_event("click")
    expect(page.get_by_role("alert")).to_have_text("Tap who wins this pot.")
    assert not table.tried


# -- without network -------------------------------------------------------------------------------


def go_offline(table: FakeTable, page: Page) -> None:
    """Two actions for seats 3 and 4 while nothing answers."""
    table.is_up = False
    page.tap("#do-fold")
    expect(page.locator("[data-waiting-sign]")).to_have_text("Offline: 1 action waiting")
    expect(page.locator("[data-who-name]")).to_have_text("Dan")
    page.tap("[data-stay]")
    expect(page.locator("[data-waiting-sign]")).to_have_text("Offline: 2 actions waiting")


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
    expect(page.locator("[data-stay]")).to_have_text("Call 1\u202f200")


def test_the_least_raise_holds_without_network_and_is_one_tap(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.is_up = False
    page.tap("text=Min")
    page.tap("#do-raise")
    expect(page.locator("[data-who-name]")).to_have_text("Dan")
    expect(page.locator("#preset-min")).to_contain_text("1\u202f800")
    expect(page.locator("[data-raise-range]")).to_have_text("1\u202f800 to 20\u202f000")
    expect(page.locator(".tablet-page")).not_to_have_attribute("data-settling", "")
    for digit in ("1", "5", "00"):
        page.tap(f"[data-digit='{digit}']")
    page.locator("#do-raise").dispatch_event("click")
    expect(page.get_by_role("alert")).to_have_text("At least 1\u202f800. adelaide:47-3")
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
    expect(page.get_by_role("alert").locator(".clause-link")).to_have_text("canberra:13.4")


def test_undo_takes_back_what_was_never_sent(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    go_offline(table, page)
    page.tap("#do-undo")
    expect(page.locator("[data-waiting-sign]")).to_have_text("Offline: 1 action waiting")
    expect(page.locator("[data-who-name]")).to_have_text("Dan")
    comes_back(table, page)
    assert [fields["kind"] for fields in sent(table, page)] == [["fold"]]


def between(page: Page, tablet: Open, coming: dict[str, Any], **clock: Any) -> FakeTable:
    """Hand 37 is over, and this is kept of the hands to come."""
    ended = json.loads(pictures.figures(3, 0, [])) | {"ended": True, "actor": -1}
    shown = pictures.picture(phase="ended", ahead=json.dumps(ended), ahead_url="/ahead/")
    return knowing(page, tablet, coming, shown | {"clock": pictures.CLOCK | clock})


def knowing(page: Page, tablet: Open, coming: dict[str, Any], shown: dict[str, Any]) -> FakeTable:
    table = tablet(shown)
    keep(page, "to-come:/ahead/", {"after": 37, "first": {}, "hands": [], "rows": []} | coming)
    return table


def keep(page: Page, key: str, value: dict[str, Any]) -> None:
    """What this browser has kept from before."""
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(value)])
    page.reload()


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


def row(number: int, name: str, ends_at: int | None = None) -> dict[str, Any]:
    """A level or a break as the tablet is told of it; no hand of it is."""
    words = {"blinds_text": "400 / 800", "ante_text": "", "level_name": name}
    return {"row": number, "is_break": name == "Break", "ends_at": ends_at, "patterns": [], **words}


LONG = 600_000


def after_the_level(page: Page, tablet: Open, *rows: dict[str, Any]) -> FakeTable:
    """The level is over in the midst of a hand, and nothing answers."""
    clock = pictures.CLOCK | {"ends_at_ms": 1}
    shown = pictures.betting(clock=clock, ahead_url="/ahead/")
    table = knowing(page, tablet, {"level": 6, "rows": rows}, shown)
    expect(page.locator(".tablet-time time")).to_have_text("00:00")
    table.is_up = False
    page.tap("#do-fold")
    return table


def test_a_level_without_end_that_begins_without_network_counts_nothing(page: Page, tablet: Open):
    after_the_level(page, tablet, row(7, "Level 8"))
    time = page.locator(".tablet-time time")
    expect(page.locator(".tablet-level")).to_contain_text("400 / 800")
    expect(time).to_have_text("")
    expect(time).not_to_have_attribute("data-over", "")
    assert time.get_attribute("data-left") is None


def test_a_break_that_begins_without_network_is_shown_and_counted_as_the_server_shows_it(
    page: Page, tablet: Open
):
    after_the_level(page, tablet, row(7, "Break", LONG), row(8, "Level 8"))
    expect(page.locator(".tablet-level")).to_have_text(re.compile("400 / 800.*Break"))
    expect(page.locator(".tablet-time")).to_have_text(
        re.compile(r"^\s*Break\s*0[0-9]:[0-9][0-9]\s*$")
    )
    expect(page.locator("[data-who-name]")).to_have_text("Dan")  # the hand in play is played


def test_after_the_break_the_next_level_begins_by_itself(page: Page, tablet: Open):
    after_the_level(page, tablet, row(7, "Break", 2), row(8, "Level 8", LONG))
    expect(page.locator(".tablet-level")).to_contain_text("Level 8")
    expect(page.locator(".tablet-time small")).to_have_count(0)


def left_alone(page: Page, tablet: Open, *rows: dict[str, Any], **known: Any) -> FakeTable:
    """Hand 37 is over, nothing waits, the connection is lost and the level has ended."""
    rules = game_presets.get("adelaide")
    told = plan(rules, tuple(range(1, 11)))[1] | {"after": 37, "level": 6, "is_over": True}
    dealt = {"patterns": told["rows"][0]["patterns"], "book": told["book"]}
    later = [one if one["is_break"] else one | dealt for one in rows]
    table = between(page, tablet, told | {"rows": later} | known, ends_at_ms=1)
    page.evaluate("document.body.dataset.live = 'lost'")
    return table


def test_in_a_break_nothing_is_dealt_without_network_and_its_time_is_seen(page: Page, tablet: Open):
    left_alone(page, tablet, row(7, "Break", LONG), row(8, "Level 8"))
    panel = page.locator(".tablet-panel")
    expect(panel).to_contain_text("The next hand is dealt after it, at 400 / 800.")
    expect(panel.locator("time")).to_have_text(re.compile("^0[0-9]:[0-9][0-9]$"))
    expect(page.locator("[data-alone-start]")).to_have_count(0)


def test_after_the_break_a_hand_is_dealt_without_network_at_the_level_after_it(
    page: Page, tablet: Open
):
    table = left_alone(page, tablet, row(7, "Break", 2), row(8, "Level 8", LONG))
    expect(page.locator(".tablet-panel")).to_contain_text("on to the end of Level 8")
    table.is_up = False
    page.tap("[data-alone-start]")
    expect(page.locator("[data-waiting-sign]")).to_have_text("Offline: 1 action waiting")
    expect(page.locator("#tablet")).to_have_attribute("data-phase", "betting")
    expect(page.locator(".seat-bet b").last).to_have_text("200")
    comes_back(table, page)
    assert sent(table, page)[0]["level"] == ["8"]


def test_a_hand_dealt_without_network_names_who_serves_minutes_of_a_penalty(
    page: Page, tablet: Open
):
    stage = {"since": LONG, "dead": [], "patterns": [], "rows": {}}
    known = {"in_minutes": [2, 5], "served": [stage]}
    table = left_alone(page, tablet, row(7, "Level 8", LONG), **known)
    table.is_up = False
    page.tap("[data-alone-start]")
    expect(page.locator("[data-waiting-sign]")).to_have_text("Offline: 1 action waiting")
    comes_back(table, page)
    assert sent(table, page)[0]["in_minutes"] == ["2,5"]


def test_what_people_must_do_first_is_named_when_the_last_level_told_is_over(
    page: Page, tablet: Open
):
    stops = "The level is over: the race-off comes first."
    left_alone(page, tablet, row(7, "Level 8", 2), stops=stops)
    expect(page.locator(".tablet-panel")).to_contain_text(
        f"{stops} The next hand waits for the network."
    )
    expect(page.locator("[data-alone-start]")).to_have_count(0)


def test_a_level_of_another_game_names_it_on_the_button(page: Page, tablet: Open):
    left_alone(page, tablet, row(7, "Level 8", LONG) | {"game": "Omaha"})
    expect(page.locator("[data-alone-start]")).to_have_text(re.compile("Deal hand 38: Omaha"))


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


def test_a_refusal_on_return_shows_everything_that_was_not_recorded(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    go_offline(table, page)
    why = "The table has moved on. Look at it again, then tap."
    table.answer = lambda _: (409, pictures.refused(table.shown, why))
    comes_back(table, page)
    lost = page.locator("#unsent-list")
    expect(lost).to_contain_text(why)
    expect(lost.locator("li")).to_have_text(["Seat 3: Fold", "Seat 4: Call 600"])
    page.reload()
    expect(lost.locator("li")).to_have_count(2)
    page.tap("[data-understood]")
    expect(lost).to_be_hidden()
    assert len(table.posted) == 1


def test_a_server_in_trouble_is_asked_again_with_the_same_id(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.answer = lambda _: (500 if len(table.posted) == 1 else 200, table.next())
    page.tap("#do-fold")
    expect(page.locator("#tablet")).to_have_attribute("data-version", "14")
    first, again = table.posted
    assert first == again


def test_a_server_that_stays_in_trouble_can_be_left_with_a_warning(page: Page, tablet: Open):
    table = tablet(pictures.betting())
    table.answer = lambda _: (500, table.shown)
    page.tap("#do-fold")
    sign = page.locator("[data-waiting-sign]")
    expect(sign).to_have_text("The server has trouble: 1 action waiting")
    sign.tap()
    page.tap("text=Give the last one up")
    expect(page.locator("#unsent-list")).to_contain_text("may have recorded it all the same")
    page.tap("[data-understood]")
    expect(page.locator("[data-who-name]")).to_have_text("Chloe")
    expect(sign).to_be_hidden()


# -- comfort ---------------------------------------------------------------------------------------


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
    label = f"Undo: {LONG_NAME} raises to 12\u202f500."
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
