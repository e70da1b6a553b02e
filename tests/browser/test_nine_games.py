"""A whole hand with a side pot in each of the nine games, by tapping alone."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from engine.cards import cards
from engine.structure import presets
from tables.console.queries import console
from tables.models import Table
from tables.play.queries import hands
from tests.browser.test_evening import do, phase, settled
from tests.browser.test_two_tablets import apart
from tests.factories import running, set_stacks, table_of
from tests.site import LiveSite

pytestmark = pytest.mark.browser

DECK = [cards.text((card,)) for card in cards.deck()]
LARGEST_FIRST = ("#preset-all-in", ".preset--most", ".preset--pot", ".preset--half", "#preset-min")


@pytest.fixture
def table(live_site: LiveSite, appendix: str) -> Table:
    """Three players with four, seven and thirteen big bets: two of them will be all-in."""
    preset = presets.get(f"canberra-{appendix}")
    level = preset.schedule.levels[0]
    unit = max((*level.blinds, level.ante))
    preset = replace(preset, min_players=2, starting_stack=8 * unit)

    def ready() -> Table:
        found = table_of(running(3, preset=preset))
        set_stacks(found, {1: 4 * unit, 2: 7 * unit, 3: 13 * unit})
        return found

    return apart(ready)


@pytest.mark.parametrize("appendix", "abcdefghi")
def test_a_hand_with_a_side_pot_is_dealt_by_tapping(tablet: Page, table: Table, appendix: str):
    do(tablet, "#do-start")
    deck, pots = iter(DECK), 0
    while phase(tablet) != "ended":
        settled(tablet)
        pots = max(pots, tablet.locator(".award-pots li").count())
        STEPS[phase(tablet)](tablet, deck)
    assert pots >= 2
    table.refresh_from_db()
    hand = hands.of(table)
    assert hand is not None
    assert {award.pot for award in hand.awards} >= {0, 1}
    assert console.ledger(table.tournament_id).ok


def wager(tablet: Page, deck: Iterator[str]) -> None:
    """As much as may be bet while two can still bet; else check or call."""
    for key in LARGEST_FIRST if can_still_bet(tablet) else ():
        button = tablet.locator(key)
        if button.count() and button.first.get_attribute("aria-disabled") != "true":
            button.first.tap()
            do(tablet, "#do-raise")
            return
    do(tablet, "[data-stay]")


def can_still_bet(tablet: Page) -> bool:
    return tablet.locator(".seat.is-in").count() > 1


def pick(tablet: Page, deck: Iterator[str]) -> None:
    """Every card that is asked for, two taps each."""
    for _ in range(int(tablet.locator("[data-picker]").get_attribute("data-needed") or 0)):
        card = next(deck)
        tablet.tap(f"[data-rank='{card[0]}']")
        tablet.tap(f"[data-suit='{card[1]}']")


def lay_cards(tablet: Page, deck: Iterator[str]) -> None:
    before = tablet.locator("#tablet").get_attribute("data-version")
    pick(tablet, deck)
    tablet.wait_for_selector(f'#tablet:not([data-version="{before}"])')


def show(tablet: Page, deck: Iterator[str]) -> None:
    """The cards are picked; seven of each in stud are too many, so the winner is tapped there."""
    needed = tablet.locator("[data-picker]").get_attribute("data-needed")
    if needed != "7":
        lay_cards(tablet, deck)
        return
    tablet.tap("#view-winners")
    award(tablet, deck)


def award(tablet: Page, deck: Iterator[str]) -> None:
    if not tablet.locator("[data-winner][aria-pressed=true]").count():
        tablet.locator("[data-winner]").first.tap()
    do(tablet, "#do-award")


STEPS = {
    "betting": wager,
    "board": lay_cards,
    "street": lambda tablet, deck: do(tablet, "#answer-0"),
    "opener": lambda tablet, deck: do(tablet, "#answer-0"),
    "draw": lambda tablet, deck: do(tablet, "#answer-0"),
    "show": show,
    "award": award,
}
