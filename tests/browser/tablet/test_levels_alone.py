"""Levels and breaks that begin while the tablet has no network."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.structure import game_presets
from tests.browser import tablet_pictures as pictures
from tests.browser.tablet.steps import Open, between, comes_back, knowing, sent
from tests.browser.tablet_pictures import FakeTable
from tests.browser.test_ahead import plan

pytestmark = pytest.mark.browser


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
