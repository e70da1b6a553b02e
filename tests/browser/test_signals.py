"""The clock screen's signals: it counts by itself, so the browser's clock is turned by hand."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from tables.seating.services import seating
from tests.factories import DIRECTOR, seated
from tournament import requests
from tournament.clock.services import clock
from tournament.clock.services.buttons import Press
from tournament.models import Tournament

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
            now=requests.now(),
            press=Press(minutes=said.get("minutes")),
        )
    )


# What the page asks of its device, kept where it can be read.
WATCHED = """
  window.kept = { awake: [], tones: [] };
  WakeLock.prototype.request = async function (kind) { kept.awake.push(kind); };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    kept.tones.push(Math.round(this.frequency.value));
    start.call(this, at);
  };
"""
CHIME, TICKS, BELL, GONG = {880, 1319}, {1568}, {660, 1320, 1980}, {110, 165, 277, 415}


def started() -> Tournament:
    cup = seated(3)
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=requests.now())
    return cup


def signal(page: Page, moment: str, tones: set[int] | None = None) -> None:
    """The moment is seen, and heard where sound was allowed."""
    expect(page.locator("body")).to_have_attribute("data-signal", moment)
    heard = page.evaluate("() => window.kept?.tones.splice(0) ?? []")
    assert set(heard) == (tones or set())


def count_down_to(page: Page, seconds: int) -> None:
    """Let the screen's own time run on until so much is left, however long it took to load."""
    minutes, rest = page.locator("#clock .clock-time").inner_text().split(":")
    page.clock.run_for((int(minutes) * 60 + int(rest) - seconds) * 1000)


def test_one_minute_ten_seconds_a_new_level_and_the_end_of_a_break_are_seen_and_heard(page: Page):
    made: list[Tournament] = []
    apart(lambda: made.append(started()))
    cup = made[0]
    press(cup, "take", minutes=28)
    page.clock.install()
    page.add_init_script(WATCHED)
    page.goto(f"/t/{cup.code}/clock/")
    expect(page.locator("body")).to_have_attribute("data-live", "live")
    page.get_by_role("button", name="Tap once to allow sound").click()
    expect(page.get_by_role("button", name="Tap once to allow sound")).to_be_hidden()
    count_down_to(page, 59)
    signal(page, "Minute", CHIME)
    count_down_to(page, 9)
    signal(page, "Ten", TICKS)
    press(cup, "next")
    signal(page, "Level", GONG)
    press(cup, "break")
    expect(page.locator("#clock")).to_have_attribute("data-phase", "break")
    press(cup, "back")
    signal(page, "Break", BELL)


def test_a_wall_stays_awake_and_asks_again_when_it_is_seen_again_and_is_silent_until_allowed(
    page: Page,
):
    made: list[Tournament] = []
    apart(lambda: made.append(started()))
    press(made[0], "take", minutes=28)
    page.clock.install()
    page.add_init_script(WATCHED)
    page.goto(f"/t/{made[0].code}/clock/")
    expect(page.locator("body")).to_have_attribute("data-live", "live")
    page.wait_for_function("() => kept.awake.length === 1")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => kept.awake.length === 2")
    assert set(page.evaluate("kept.awake")) == {"screen"}
    count_down_to(page, 59)
    signal(page, "Minute")


def began_elsewhere(page: Page) -> Tournament:
    """A clock screen on a device whose own clock is three hours ahead."""
    made: list[Tournament] = []
    apart(lambda: made.append(started()))
    page.clock.install(time=requests.now() + timedelta(hours=3))
    page.goto(f"/t/{made[0].code}/clock/")
    expect(page.locator("body")).to_have_attribute("data-live", "live")
    return made[0]


def test_a_device_whose_clock_is_wrong_shows_the_servers_time_and_is_right_again_after_sleep(
    page: Page,
):
    began_elsewhere(page)
    time = page.locator("#clock .clock-time")
    expect(time).to_have_text(re.compile(r"^29:[3-5]\d$"))
    page.clock.fast_forward(20 * 60 * 1000)
    expect(time).to_have_text(re.compile(r"^09:[3-5]\d$"))
    page.clock.fast_forward(9 * 60 * 1000)
    expect(time).to_have_text(re.compile(r"^00:[3-5]\d$"))
    expect(page.locator("body")).not_to_have_attribute("data-signal", "Minute")


LOOK_AWAY = """() => {
  const clock = document.getElementById("clock"), place = clock.parentNode;
  const swapped = () => document.dispatchEvent(new Event("htmx:after:swap"));
  clock.remove();
  swapped();
  clock.dataset.row = "7";
  place.append(clock);
  swapped();
  return [clock.dataset.row, document.body.dataset.signal ?? null];  // before the next push
}"""


def test_a_screen_that_showed_something_else_meanwhile_signals_no_level_it_did_not_follow(
    page: Page,
):
    began_elsewhere(page)
    assert page.evaluate(LOOK_AWAY) == ["7", None]


def test_when_the_time_is_up_the_next_level_begins_by_itself_and_counts_from_its_full_length(
    page: Page,
):
    made: list[Tournament] = []
    apart(lambda: made.append(started()))
    cup = made[0]
    press(cup, "take", minutes=28)
    page.clock.install()
    page.goto(f"/t/{cup.code}/clock/")
    expect(page.locator("body")).to_have_attribute("data-live", "live")
    expect(page.locator(".clock-level")).to_have_text("Level 1")
    count_down_to(page, 0)
    time = page.locator("#clock .clock-time")
    expect(time).to_have_text("00:00")
    expect(page.locator(".clock-level")).to_have_text("Level 1")
    apart(lambda: clock.advance_due(requests.now() + timedelta(minutes=2)))
    expect(page.locator(".clock-level")).to_have_text("Level 2")
    expect(page.locator(".clock-blinds")).to_contain_text("50 / 100")
    signal(page, "Level")
    expect(time).to_have_text(re.compile(r"^(30:00|29:5\d)$"))
    count_down_to(page, 60)
    expect(time).to_have_text(re.compile(r"^(01:00|00:5\d)$"))
