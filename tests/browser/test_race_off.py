"""The 25s leave play: a dealer races them off on the tablet, takes it back, and can deal again."""

from dataclasses import replace

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from engine.schedule.schedule import Level, Schedule
from engine.structure import presets
from tables.models import RaceOff, Table
from tests.browser.test_two_tablets import apart
from tests.factories import DIRECTOR, running, set_stacks, table_of
from tests.site import LiveSite
from tournament.clock.services import clock

pytestmark = pytest.mark.browser
SCHEDULE = Schedule((Level(20, blinds=(25, 50), race_offs=(25,)), Level(20, blinds=(100, 200))))
PRESET = replace(presets.get("canberra-f"), schedule=SCHEDULE, starting_stack=1000, min_players=2)


def a_table_between_levels() -> Table:
    cup = running(3, preset=PRESET)
    set_stacks(table_of(cup), {1: 1050, 2: 925, 3: 1025})
    clock.advance_due(timezone.now())
    return table_of(cup)


@pytest.fixture
def table(live_site: LiveSite) -> Table:
    return apart(a_table_between_levels)


def next_level(table: Table) -> None:
    clock.act(tournament_id=table.tournament_id, kind="next", actor=DIRECTOR, now=timezone.now())


def pick(tablet: Page, *cards: str) -> None:
    for card in cards:
        tablet.tap(f"[data-rank='{card[0]}']")
        tablet.tap(f"[data-suit='{card[1]}']")


def test_a_race_off_from_the_end_of_the_level_to_the_next_hand(tablet: Page, table: Table):
    apart(lambda: next_level(table))
    expect(tablet.locator("#tablet")).to_have_attribute("data-phase", "race_off")
    expect(tablet.locator(".race-players li")).to_have_count(3)
    pick(tablet, "7c", "7s", "Kd")
    expect(tablet.locator(".raced")).to_contain_text("3 Player")
    tablet.tap("#do-undo")
    expect(tablet.locator("#tablet")).to_have_attribute("data-phase", "race_off")
    tablet.tap("#do-draw-race-off")
    expect(tablet.locator(".raced")).to_contain_text("cards drawn here")
    tablet.tap("#do-start")
    expect(tablet.locator("#tablet")).to_have_attribute("data-phase", "betting")
    assert apart(lambda: RaceOff.objects.count()) == 2
