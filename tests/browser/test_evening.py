"""The whole evening in a browser: console, tablet, table screen and clock screen, open at once."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.installation import Installation

pytestmark = pytest.mark.browser

NAMES = (
    "Ada Marsh",
    "Ben Okafor",
    "Chloe Tan",
    "Dev Patel",
    "Elif Kaya",
    "Finn Doyle",
    "Grace Lam",
    "Hugo Silva",
    "Iris Novak",
    "Jack Byrne",
)
OWN_PASSWORD = "three-green-tables-9"
BACK_BY_THEN = 60_000  # milliseconds, for pages that try again at ever longer intervals


@dataclass
class Pages:
    """Who looks at what."""

    console: Page
    tablet: Page
    table: Page
    clock: Page
    leaderboard: Page

    @property
    def all(self) -> tuple[Page, ...]:
        """Every page that is open."""
        return self.console, self.tablet, self.table, self.clock, self.leaderboard


def test_an_evening_from_the_sign_in_to_the_winner(installation: Installation, browser: Browser):
    installation.start()
    password = re.search(r"password\s+(\S+)", installation.terminal)
    assert password
    console = browser.new_context(base_url=installation.url).new_page()

    sign_in(console, password[1])
    create_tournament(console)
    register_everybody(console)
    draw_and_start(console)
    pages = open_screens(browser, console)

    play_first_hand(pages)
    one_player_busts(pages)
    everybody_is_all_in(pages)
    everybody_sees_the_winner(pages)

    installation.kill_everything()
    every_page_says_that_it_lost_the_house(pages)
    installation.start()
    every_page_comes_back_by_itself(pages)
    it_is_all_still_there(pages)


def from_front_page(page: Page, link: str) -> Page:
    """Follow one of the front page's links, by its whole name."""
    page.goto("/")
    page.get_by_role("link", name=link, exact=True).click()
    return page


def sign_in(console: Page, password: str) -> None:
    console.goto("/")
    console.get_by_role("link", name="Sign in").first.click()
    console.get_by_label("Username").fill("director")
    console.get_by_label("Password").fill(password)
    console.keyboard.press("Enter")
    console.wait_for_url("**/password/")
    for field in console.locator("input[type=password]").all():
        field.fill(OWN_PASSWORD)
    console.keyboard.press("Enter")
    expect(console.get_by_role("button", name="Sign out")).to_be_visible()


def create_tournament(console: Page) -> None:
    console.get_by_role("link", name="New tournament").first.click()
    console.get_by_label("Name of the tournament").fill("Thursday Turbo")
    console.get_by_text("Adelaide hold'em, no limit").click()
    console.get_by_role("button", name="Open registration").click()
    console.wait_for_url("**/setup/")
    console.get_by_role("link", name="Go to entries").click()
    console.wait_for_url("**/entries/")


def register_everybody(console: Page) -> None:
    console.get_by_label("Player's name").fill(NAMES[0])
    console.keyboard.press("Enter")
    expect(console.get_by_text(f"{NAMES[0]} is entry 1, $110 paid.")).to_be_visible()
    console.get_by_text("Paste a list").click()
    console.locator("#id_names").fill("\n".join(NAMES[1:]))
    console.get_by_role("button", name="Register all").click()
    expect(console.get_by_text("9 players registered.")).to_be_visible()


def draw_and_start(console: Page) -> None:
    from_front_page(console, "Console")
    console.get_by_role("button", name="Draw seats").click()
    console.get_by_role("button", name="Shuffle up and deal").click()
    expect(console.get_by_role("button", name="Pause")).to_be_visible()


def open_screens(browser: Browser, console: Page) -> Pages:
    tablet = pair_tablet(browser, console)
    hall = browser.new_context(base_url=origin(console))
    table, clock, leaderboard = (
        from_front_page(hall.new_page(), screen) for screen in ("Table 1", "Clock", "Leaderboard")
    )
    expect(clock.locator("#clock")).to_contain_text("Level 1")
    expect(leaderboard.locator("#standings")).to_contain_text(NAMES[0])
    return Pages(from_front_page(console, "Console"), tablet, table, clock, leaderboard)


def origin(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def pair_tablet(browser: Browser, console: Page) -> Page:
    from_front_page(console, "Devices")
    console.locator("#tablet-table").select_option(label="Table 1")
    console.get_by_role("button", name="Create code").first.click()
    shown = console.locator(".pair-code").first.text_content()
    assert shown
    context = browser.new_context(base_url=origin(console), viewport={"width": 1024, "height": 768})
    tablet = from_front_page(context.new_page(), "Pair this device")
    tablet.get_by_label("Code").fill(shown.lower())
    tablet.keyboard.press("Enter")
    make_the_deck_ready(tablet)
    expect(tablet.get_by_role("button", name="Deal hand 1")).to_be_visible()
    return tablet


def make_the_deck_ready(tablet: Page) -> None:
    """The book's steps before the first hand: which deck, checked, washed."""
    red = tablet.get_by_role("button", name="Red", exact=True)
    expect(red).to_be_visible()
    tablet.wait_for_load_state("load")  # by then the page's scripts listen
    settled(tablet)
    red.click()
    for step in ("Check the deck", "Wash the new deck"):
        expect(tablet.locator("#do-card-step")).to_contain_text(step)
        settled(tablet)
        tablet.locator("#do-card-step").click()


def play_first_hand(pages: Pages) -> None:
    """A raise, a call, folds; flop with cards, two streets without; a winner declared."""
    tap(pages.tablet, "Deal hand 1")
    expect(pages.table.locator("#table")).to_contain_text("Pre-flop")
    pages.tablet.get_by_role("button", name="Pot", exact=False).first.click()
    pages.tablet.locator("#do-raise").click()
    expect(pages.table.locator("#table")).to_contain_text("Raises to")
    settled(pages.tablet)
    pages.tablet.locator("#do-call").click()
    expect(pages.table.locator("#table")).to_contain_text("Calls")
    fold_the_rest(pages.tablet)
    for _ in range(3):
        deal_the_board_unrecorded(pages.tablet)
        check_around(pages.tablet)
    award_to(pages.tablet, pages.tablet.locator("[data-winner]").first.get_attribute("data-winner"))
    expect(pages.table.locator("#table")).to_contain_text("Hand 1 is over")


def one_player_busts(pages: Pages) -> None:
    """Two are all-in, the others fold: every screen shows nine of ten, and the tenth place."""
    expect(pages.leaderboard.locator("#standings")).not_to_contain_text("10th")
    leader = chip_leader(pages.tablet)
    do(pages.tablet, "#do-start")
    go_all_in(pages.tablet)
    folds_until(pages.tablet, leader)
    do(pages.tablet, "#do-call")
    fold_the_rest(pages.tablet)
    run_out(pages.tablet, winner=leader)
    expect(pages.clock.locator("#clock")).to_contain_text("9 of 10")
    expect(pages.console.locator("#console")).to_contain_text("10th")
    expect(pages.leaderboard.locator("#standings")).to_contain_text("10th")


def everybody_is_all_in(pages: Pages) -> None:
    """One hand for all the chips: the leader covers everyone and wins every pot."""
    leader = chip_leader(pages.tablet)
    do(pages.tablet, "#do-start")
    go_all_in(pages.tablet)
    while phase(pages.tablet) == "betting":
        stays = pages.tablet.locator("#do-call[data-allowed]")
        do(pages.tablet, "#do-call") if stays.count() else go_all_in(pages.tablet)
    run_out(pages.tablet, winner=leader)


def everybody_sees_the_winner(pages: Pages) -> None:
    said = pages.console.locator(".queue-text", has_text="The tournament is over: ")
    expect(said).to_contain_text("wins")
    winner = next(name for name in NAMES if name in said.inner_text())
    expect(pages.clock.locator("#clock")).to_contain_text(winner)
    expect(pages.clock.locator("#clock")).to_have_attribute("data-phase", "finished")
    expect(pages.leaderboard.locator("#standings")).to_contain_text(winner)
    expect(pages.leaderboard.locator("#standings")).to_contain_text("2nd")


def every_page_says_that_it_lost_the_house(pages: Pages) -> None:
    for page in pages.all:
        expect(page.locator("body")).to_have_attribute("data-live", "lost")


def every_page_comes_back_by_itself(pages: Pages) -> None:
    for page in pages.all:
        body = page.locator("body")
        expect(body).to_have_attribute("data-live", "live", timeout=BACK_BY_THEN)
    expect(pages.clock.locator("#clock")).to_have_attribute("data-phase", "finished")


def it_is_all_still_there(pages: Pages) -> None:
    """The director is signed in, the tablet paired, the places and the hands are known."""
    from_front_page(pages.console, "Console")
    expect(pages.console.locator("#console")).to_contain_text("The tournament is over")
    expect(pages.console.get_by_role("button", name="Sign out")).to_be_visible()
    pages.tablet.reload()
    expect(pages.tablet.locator("#tablet")).to_be_visible()
    from_front_page(pages.clock, "Clock")
    expect(pages.clock.locator("#clock")).to_have_attribute("data-phase", "finished")
    from_front_page(pages.leaderboard, "Leaderboard")
    for place in ("1st", "2nd", "10th"):
        expect(pages.leaderboard.locator("#standings")).to_contain_text(place)
    a_hand_can_be_read(pages.table)


def a_hand_can_be_read(page: Page) -> None:
    from_front_page(page, "Live page")
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("link", name=re.compile(r"^table 1, hand \d")).click()
    expect(page.get_by_role("heading", name=re.compile(r"^Hand \d at table 1"))).to_be_visible()


# Taps.


def phase(tablet: Page) -> str:
    return tablet.locator("#tablet").get_attribute("data-phase") or ""


def wait_for_phase(tablet: Page, *wanted: str) -> str:
    selector = ", ".join(f'#tablet[data-phase="{name}"]' for name in wanted)
    tablet.wait_for_selector(selector)
    return phase(tablet)


def settled(tablet: Page) -> None:
    """Buttons take no tap for a moment after the last one, and none while one is on its way."""
    tablet.wait_for_selector(".tablet-page:not([data-settling])")


def tap(tablet: Page, name: str) -> None:
    settled(tablet)
    tablet.get_by_role("button", name=name).click()


def do(tablet: Page, selector: str) -> None:
    """One tap, and the table's next version."""
    settled(tablet)
    before = tablet.locator("#tablet").get_attribute("data-version")
    tablet.locator(selector).click()
    tablet.wait_for_selector(f'#tablet:not([data-version="{before}"])')


def go_all_in(tablet: Page) -> None:
    before = tablet.locator("#tablet").get_attribute("data-version")
    tablet.locator("#preset-all-in").click()
    tablet.locator("#do-raise").click()
    tablet.wait_for_selector(f'#tablet:not([data-version="{before}"])')


def fold_the_rest(tablet: Page) -> None:
    settled(tablet)
    while phase(tablet) == "betting":
        do(tablet, "#do-fold")


def deal_the_board_unrecorded(tablet: Page) -> None:
    """All-in hands are turned up first, where the book wants that."""
    if wait_for_phase(tablet, "board", "show") == "show":
        do(tablet, "#do-face-up")
    wait_for_phase(tablet, "board")
    do(tablet, "#do-skip")


def check_around(tablet: Page) -> None:
    while phase(tablet) == "betting":
        do(tablet, "#do-check")


def run_out(tablet: Page, *, winner: str) -> None:
    for _ in range(3):
        deal_the_board_unrecorded(tablet)
    award_to(tablet, winner)


def award_to(tablet: Page, winner: str | None) -> None:
    """Every pot to this seat, or to the only one left in it."""
    while wait_for_phase(tablet, "show", "award", "ended") != "ended":
        settled(tablet)
        if tablet.locator("#view-winners").is_visible():
            tablet.locator("#view-winners").click()
        button = tablet.locator(f'[data-winner="{winner}"]')
        if button.get_attribute("aria-pressed") != "true":
            button.click()
        do(tablet, "#do-award")


def chip_leader(tablet: Page) -> str:
    """The seat with the largest stack."""
    stacks = {
        seat.get_attribute("data-seat") or "": int(re.sub(r"\D", "", stack.inner_text()))
        for seat in tablet.locator(".seat:not(.is-empty)").all()
        if (stack := seat.locator(".seat-stack")).count()
    }
    return max(stacks, key=lambda seat: stacks[seat])


def folds_until(tablet: Page, seat: str) -> None:
    """Fold everybody who acts before this seat."""
    while tablet.locator("[data-turn-card]").get_attribute("data-seat") != seat:
        do(tablet, "#do-fold")
