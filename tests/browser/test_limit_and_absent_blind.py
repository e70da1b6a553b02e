"""Two hands from setup to award by tapping alone: charity limit, and 4S with an absent blind."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.hand.state import Hand
from engine.rules import button
from tables.console.queries import console
from tables.models import Table
from tables.play.queries import hands
from tests.browser.test_evening import do, phase, settled
from tests.browser.test_nine_games import DECK, STEPS
from tests.browser.test_office_evenings import (
    a_supervisor_comes,
    fix_the_bonus_rounds,
    fix_the_donations,
    hang_everything_up,
    invite_and_enter,
    leave_the_cards_to_the_dealers,
    open_registration,
    register_all,
    set_the_clubs,
    start,
)
from tests.browser.test_two_tablets import apart, opened, paired
from tests.factories import hand_at, table_of
from tests.site import LiveSite
from tournament.models import Tournament

pytestmark = pytest.mark.browser


def choose_game(page: Page, cup: Tournament, game: str) -> None:
    page.goto(f"/t/{cup.code}/setup/")
    page.locator("#s-game").select_option(game)
    page.locator("form:has(#s-game) button.button--go").first.click()
    page.goto(f"/t/{cup.code}/setup/")
    expect(page.locator("#s-game")).to_have_value(game)


def to_the_award(tablet: Page, wager: str) -> None:
    """Whoever may bets so; cards and winners are picked by taps."""
    deck: Iterator[str] = iter(DECK)
    while phase(tablet) != "ended":
        settled(tablet)
        if phase(tablet) == "betting":
            do(tablet, wager)
        else:
            STEPS[phase(tablet)](tablet, deck)


def paid_out(table: Table) -> Hand:
    """The hand is over, every chip of it is somebody's."""
    hand = hand_at(table)
    assert hand.ended == "played"
    assert hand.awards
    assert console.ledger(table.tournament_id).ok
    return hand


@pytest.mark.rule("charity:9.1")
def test_a_hand_of_charity_limit_is_dealt_from_setup_to_award(
    director: Page, browser: Browser, live_site: LiveSite
):
    cup = open_registration(director, "Mayor's Limit", "charity")
    choose_game(director, cup, "she")
    fix_the_donations(director, cup)
    fix_the_bonus_rounds(director, cup)
    leave_the_cards_to_the_dealers(director, cup)
    hang_everything_up(director, cup)
    a_supervisor_comes(director, cup)
    invite_and_enter(director, cup)
    start(director, cup)
    table = table_of(cup)
    with paired(browser, live_site, table) as context:
        tablet = opened(context, table)
        do(tablet, "#do-start")
        unit = max(hand_at(table).blinds)
        raising = tablet.locator("#do-raise")
        assert raising.get_attribute("data-least") == str(2 * unit)
        assert raising.get_attribute("data-most") == str(2 * unit), "one size, no other"
        tablet.locator("#preset-min").tap()
        do(tablet, "#do-raise")
        to_the_award(tablet, "[data-stay]")
    hand = paid_out(table)
    assert sum(award.amount for award in hand.awards) == 2 * unit * 5


@pytest.mark.rule("fours:leave-2")
def test_a_4s_hand_with_an_absent_blind_is_dealt_from_setup_to_award(
    director: Page, browser: Browser, live_site: LiveSite
):
    cup = open_registration(director, "Club Night", "fours")
    register_all(director, cup, 8, says="8 players registered.")
    set_the_clubs(director, cup)
    start(director, cup)
    table = table_of(cup)
    begun = apart(lambda: hands.next_setup(table))
    away = button.positions(begun, hands.rules_of_next(table)).blind_seats[-1]
    with paired(browser, live_site, table) as context:
        tablet = opened(context, table)
        tablet.locator(f"#seat-{away} .seat-plate").tap()
        do(tablet, f"#seat-body [data-command=absent][data-seat='{away}']")
        do(tablet, "#do-start")
        seat = tablet.locator(f"#seat-{away}")
        expect(seat).to_contain_text("Absent")
        big = max(hand_at(table).blinds)
        assert hand_at(table).paid[away] == big, "the blind is posted"
        to_the_award(tablet, "[data-stay]")
        expect(tablet.locator(f"#seat-{away}")).not_to_contain_text("Wins")
    hand = paid_out(table)
    assert away not in {seat for award in hand.awards for seat, _ in award.shares}
    assert hand.stacks[away] == hand.began[away] - big
