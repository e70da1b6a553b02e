"""Hand-for-hand on three tablets: two wait, the third ends its hand, and all deal on."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tables.commands import TableCommand
from tables.models import Table
from tables.procedures.services import face_down, hand_for_hand
from tests.browser.test_evening import do
from tests.browser.test_two_tablets import apart, opened, paired
from tests.factories import DIRECTOR, deal, running, table_of
from tests.site import LiveSite
from tournament.models import Tournament

pytestmark = pytest.mark.browser


def three_hands_in_play() -> Tournament:
    cup = running(6, seats=2)
    for number in (1, 2, 3):
        deal(table_of(cup, number))
    hand_for_hand.begin(tournament_id=cup.pk, minutes=2, actor=DIRECTOR, now=timezone.now())
    return cup


@pytest.fixture
def tablets(browser: Browser, live_site: LiveSite) -> Iterator[list[Page]]:
    cup = apart(three_hands_in_play)
    with ExitStack() as stack:
        tables = [apart(lambda number=n: table_of(cup, number)) for n in (1, 2, 3)]  # type: ignore[misc]  # a default binds the loop's number
        contexts = [stack.enter_context(paired(browser, live_site, table)) for table in tables]
        yield [opened(context, table) for context, table in zip(contexts, tables, strict=True)]


def floor_tells(number: int) -> None:
    """One tap on the console."""
    table = Table.objects.get(number=number)
    face_down.turn_up(TableCommand(table.pk, DIRECTOR, timezone.now()))


def phase(tablet: Page, wanted: str) -> None:
    expect(tablet.locator("#tablet")).to_have_attribute("data-phase", wanted)


def test_two_tables_wait_for_the_third_and_all_deal_on(tablets: list[Page]):
    first, second, third = tablets
    first.tap("#do-fold")
    phase(first, "hold")
    expect(first.locator("#do-start")).to_have_attribute("aria-disabled", "true")
    second.tap("#do-fold")
    phase(second, "hold")
    third.tap("#do-fold")
    for tablet in tablets:
        phase(tablet, "ended")
    first.tap("#do-start")
    phase(first, "betting")
    second.tap("#do-start")
    for _ in range(2):
        phase(second, "betting")
        second.tap("#preset-all-in")
        do(second, "#do-raise")
    phase(second, "face_down")
    expect(second.locator(".who-message")).to_contain_text("Leave the hands face down")
    apart(lambda: floor_tells(2))
    phase(second, "show")  # adelaide:96
    second.get_by_role("button", name="Face up, not recorded").tap()
    phase(second, "board")
