"""How many taps an ordinary hand takes, with every card that is seen: printed, and held."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import pytest
from playwright.sync_api import Page

from engine.cards import cards
from engine.structure import presets
from tables.models import Table
from tables.play.queries import hands
from tables.play.queries.depth import Depth
from tables.play.services import depth
from tests.browser.test_evening import phase, settled
from tests.browser.test_two_tablets import apart
from tests.factories import DIRECTOR, FREEZE_OUT, NOW, running, table_of
from tests.site import LiveSite

pytestmark = pytest.mark.browser


@dataclass
class Dealer:
    """A dealer's finger, counting."""

    page: Page
    taps: int = 0
    deck: Iterator[str] = field(
        default_factory=lambda: (cards.text((card,)) for card in cards.deck())
    )

    def tap(self, selector: str) -> None:
        """One tap that stays on the tablet."""
        settled(self.page)
        self.page.locator(selector).locator("visible=true").first.tap()
        self.taps += 1

    def do(self, selector: str) -> None:
        """One tap, and the table's next version."""
        before = self.page.locator("#tablet").get_attribute("data-version")
        self.tap(selector)
        self.page.wait_for_selector(f'#tablet:not([data-version="{before}"])')

    def pick(self) -> None:
        """Every card that is asked for, one tap each."""
        before = self.page.locator("#tablet").get_attribute("data-version")
        needed = int(self.page.locator("[data-picker]").get_attribute("data-needed") or 0)
        for _ in range(needed):
            self.tap(f'[data-card="{next(self.deck)}"]')
        self.page.wait_for_selector(f'#tablet:not([data-version="{before}"])')

    def bet(self) -> None:
        """The least that may be bet or raised."""
        if self.page.locator("#preset-min").count():
            self.tap("#preset-min")
        self.do("#do-raise")

    def turn(self) -> dict[str, str]:
        """Whose turn it is, and who comes after."""
        found: dict[str, str] = self.page.locator("[data-turn-card]").evaluate(
            "one => ({ ...one.dataset })"
        )
        return found


def first_round(dealer: Dealer) -> None:
    """It is folded to the third from the end, who raises; the last one calls, the others fold."""
    *_, raiser, _, _ = dealer.turn()["after"].split()
    dealer.do(f"#seat-{raiser} .seat-plate")
    dealer.bet()
    last = dealer.turn()["after"].split()[-1]
    dealer.do(f"#seat-{last} .seat-plate")
    dealer.do("[data-stay]")


def later_round(dealer: Dealer) -> None:
    """The first checks, the other bets, the first calls."""
    dealer.do("[data-stay]")
    dealer.bet()
    dealer.do("[data-stay]")


def checked(dealer: Dealer) -> None:
    dealer.do("[data-stay]")
    dealer.do("[data-stay]")


def showdown(dealer: Dealer) -> None:
    """Both hands are seen, and the pot is pushed."""
    while phase(dealer.page) == "show":
        dealer.pick()
    while phase(dealer.page) == "award":
        dealer.do("#do-award")


def with_a_board(dealer: Dealer) -> None:
    dealer.do("#do-start")
    first_round(dealer)
    for play in (later_round, checked, later_round):
        dealer.pick()
        play(dealer)
    showdown(dealer)


def stud(dealer: Dealer) -> None:
    dealer.do("#do-start")
    dealer.do("#answer-0")
    dealer.bet()
    last = dealer.turn()["after"].split()[-1]
    dealer.do(f"#seat-{last} .seat-plate")
    dealer.do("[data-stay]")
    for play in (later_round, checked, checked, later_round):
        dealer.do("#answer-0")
        if phase(dealer.page) == "opener":
            dealer.do("#answer-0")
        play(dealer)
    showdown(dealer)


def result_only(dealer: Dealer) -> None:
    """One player calls the big blind, and wins."""
    dealer.do("#do-start")
    dealer.tap("#open-result")
    dealer.tap("#sheet [data-put]:not([type=hidden])")
    dealer.tap('#sheet [data-grid-key="2"]')
    dealer.tap('#sheet [data-grid-key="00"]')
    dealer.tap("#sheet [data-grid-rest]")
    dealer.do("#sheet [data-grid-save]")


KINDS: dict[str, tuple[str, int, Callable[[Dealer], None], int]] = {
    "hold'em, ten players, all cards": ("", 10, with_a_board, 32),
    "Omaha, ten players, all cards": ("canberra-c", 10, with_a_board, 38),
    "stud, seven players, all cards": ("canberra-d", 7, stud, 42),
    "results only": ("", 10, result_only, 8),
}


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def table(live_site: LiveSite, kind: str) -> Table:
    """A table of this game, full, before its first hand."""
    preset, players, _, _ = KINDS[kind]

    def ready() -> Table:
        chosen = replace(presets.get(preset), min_players=2) if preset else FREEZE_OUT
        found = table_of(running(players, preset=chosen, seats=players))
        if kind == "results only":
            depth.choose(
                tournament_id=found.tournament_id,
                depth=Depth.RESULTS.value,
                only_table=None,
                actor=DIRECTOR,
                now=NOW,
            )
        return found

    return apart(ready)


@pytest.mark.parametrize("kind", KINDS, indirect=True, ids=lambda kind: kind.split(",")[0])
def test_an_ordinary_hand_takes_no_more_taps_than_so(
    tablet: Page, table: Table, kind: str, capsys: pytest.CaptureFixture[str]
):
    _, _, play, most = KINDS[kind]
    dealer = Dealer(tablet)
    play(dealer)
    table.refresh_from_db()
    hand = hands.of(table)
    assert hand is not None
    assert hand.is_over
    assert dealer.taps <= most
    with capsys.disabled():
        print(f"\n{kind}: {dealer.taps} taps, at most {most}")  # noqa: T201
