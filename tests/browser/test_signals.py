"""The clock screen's signals: it counts by itself, so the browser's clock is turned by hand."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from tables.services import seating
from tests.factories import DIRECTOR, seated
from tournament import http
from tournament.models import Tournament
from tournament.services import clock
from tournament.services.clock_wishes import Press

pytestmark = pytest.mark.browser


def apart(call: Callable[[], object]) -> None:
    """Call a service in a thread of its own: Playwright keeps an event loop running in this one."""

    def closing() -> None:
        try:
            call()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(closing).result()


def press(cup: Tournament, kind: str, **said: int) -> None:
    apart(
        lambda: clock.act(
            tournament_id=cup.pk,
            kind=kind,
            actor=DIRECTOR,
            now=http.now(),
            press=Press(minutes=said.get("minutes")),
        )
    )


def started() -> Tournament:
    cup = seated(3)
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=http.now())
    return cup


def signal(page: Page, moment: str) -> None:
    expect(page.locator("body")).to_have_attribute("data-signal", moment)


def test_one_minute_ten_seconds_a_new_level_and_the_end_of_a_break_are_seen(page: Page):
    made: list[Tournament] = []
    apart(lambda: made.append(started()))
    cup = made[0]
    press(cup, "take", minutes=28)
    page.clock.install()
    page.goto(f"/t/{cup.code}/clock/")
    expect(page.get_by_role("button", name="Tap once to allow sound")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-live", "live")
    page.clock.run_for(62_000)
    signal(page, "Minute")
    page.clock.run_for(50_000)
    signal(page, "Ten")
    press(cup, "next")
    signal(page, "Level")
    press(cup, "break")
    expect(page.locator("#clock")).to_have_attribute("data-phase", "break")
    press(cup, "back")
    signal(page, "Break")
    page.get_by_role("button", name="Tap once to allow sound").click()
    expect(page.get_by_role("button", name="Tap once to allow sound")).to_be_hidden()
