"""A whole IGR evening in a browser: setup, licence, staff, papers, play, and the report of it."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from engine.money import Method
from tables.services import seating
from tests.browser.test_two_tablets import apart
from tests.factories import (
    ADULT,
    DIRECTOR,
    bust_all_but,
    for_a_good_cause,
    table_of,
)
from tests.licensed import ticketed, with_dealers, with_prizes
from tournament.models import Tournament
from tournament.services import clock, clock_wishes, entries

pytestmark = pytest.mark.browser
FRIDAY = datetime(2099, 3, 6, 18, 0, tzinfo=ZoneInfo("Australia/Sydney"))
HOUR = timedelta(hours=1)
PAYING = replace(ADULT, method=Method.CASH)


def test_an_igr_evening_from_the_licence_to_the_financial_report(director: Page):
    director.goto("/tournaments/new/")
    director.get_by_label("Name of the tournament").fill("Food Bank Night")
    director.locator("input[value=igr]").check()
    director.get_by_role("button", name="Open registration").click()
    expect(director.get_by_text("Food Bank Night").first).to_be_visible()
    cup: Tournament = apart(lambda: Tournament.objects.get(name="Food Bank Night"))

    set_up(director, cup)
    record_the_licence(director, cup)
    appoint(director, cup)
    apart(lambda: an_evening(cup))

    director.goto(f"/t/{cup.code}/reports/financial/")
    expect(director.get_by_text("Gross revenue")).to_be_visible()
    expect(director.get_by_text("$200").first).to_be_visible()
    with director.expect_download() as paper:
        director.get_by_role("link", name="PDF").click()
    assert paper.value.suggested_filename == f"{cup.code}-financial.pdf"
    director.goto(f"/t/{cup.code}/inspect/")
    expect(director.get_by_text("The records are as they were written.")).to_be_visible()


def set_up(director: Page, cup: Tournament) -> None:
    """What the book has against it is said while one types."""
    director.goto(f"/t/{cup.code}/setup/")
    director.get_by_label("Entry price ($)").fill("0")
    expect(director.get_by_text("igr:5.05(e)")).to_be_visible()
    director.get_by_label("Entry price ($)").fill("50")
    director.get_by_label("Most players").fill("40")
    expect(director.get_by_text("The rulebook has nothing against it")).to_be_visible()
    director.get_by_role("button", name="Keep this setup").click()
    expect(director.get_by_text("The setup is kept.")).to_be_visible()


def record_the_licence(director: Page, cup: Tournament) -> None:
    director.goto(f"/t/{cup.code}/licence/")
    for label, words in (
        ("Licence number", "R99-1"),
        ("Licensee", "Food Bank"),
        ("Place", "Parish hall"),
        ("Reserve it is played on", "Meadow Reserve"),
        ("Prizes on offer", "$100 in cash"),
        ("What marks the chips as this event's own", "Blue edge"),
    ):
        director.get_by_label(label, exact=True).fill(words)
    for label, moment in (
        ("Licensed from", FRIDAY - HOUR),
        ("Licensed until", FRIDAY + 8 * HOUR),
        ("Start of play", FRIDAY),
        ("End of play", FRIDAY + 6 * HOUR),
    ):
        director.get_by_label(label, exact=True).fill(moment.strftime("%Y-%m-%dT%H:%M"))
    director.get_by_role("button", name="Record the licence").click()
    expect(director.get_by_text("The licence is on record.")).to_be_visible()
    papers = director.get_by_role("button", name=": done")
    while count := papers.count():
        papers.first.click()
        expect(papers).to_have_count(count - 1)


def appoint(director: Page, cup: Tournament) -> None:
    director.goto(f"/t/{cup.code}/staff/")
    for username, role in (("cora", "director"), ("tina", "floor")):
        director.get_by_label("User name").fill(username)
        director.get_by_label("Name", exact=True).fill(username.title())
        director.get_by_label("As", exact=True).select_option(role)
        director.get_by_role("button", name="Appoint").click()
        expect(director.get_by_text(f"{username} is appointed.")).to_be_visible()
    director.get_by_role("button", name="Check Cora in").click()
    expect(director.get_by_role("button", name="Check Cora out")).to_be_visible()


def an_evening(cup: Tournament) -> None:
    """Four tickets sold, everybody seated, and one hand that takes all chips."""
    by: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR}
    for_a_good_cause(cup)
    cup.refresh_from_db()
    cup.structure["card_steps"] = "shown"
    cup.save(update_fields=["structure"])
    for number in range(1, 5):
        entries.register(name=f"Guest {number}", now=FRIDAY - HOUR, wish=PAYING, **by)
    with_prizes(ticketed(cup, now=FRIDAY - HOUR), now=FRIDAY - HOUR)
    seating.draw(now=FRIDAY, **by)
    until = clock_wishes.Press(finishes_at=FRIDAY + 5 * HOUR)
    clock.act(kind="finish_at", now=FRIDAY, press=until, **by)
    with_dealers(cup, now=FRIDAY)
    seating.start_play(now=FRIDAY, **by)
    table = table_of(cup)
    bust_all_but(table, table.seatings.all()[0].seat, now=FRIDAY + HOUR / 60)
