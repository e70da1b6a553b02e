"""The 4S league's clock, on its pages: levels of ten minutes, breaks that the director calls."""

from uuid import uuid4

import pytest
from django.test import Client

from engine.structure import presets
from tests.factories import (
    MINUTE,
    NOW,
    Wall,
    refreshed,
    running,
    table_of,
    tablet_browser,
    tap,
)
from tests.markup import one_line
from tournament.clock.services import clock
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
SMALL = (10, 15, 25, 50, 75, 100, 150, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000)


@pytest.fixture
def league(wall: Wall) -> Tournament:
    """Eight players, the first hand about to be dealt."""
    wall.now = NOW
    return running(8, preset=presets.get("fours"))


def shown(cup: Tournament) -> str:
    """The hall's clock."""
    answer = Client().get(f"/t/{cup.code}/clock/")
    assert answer.status_code == 200
    return one_line(answer.content.decode())


def press(director: Client, cup: Tournament, kind: str, **more: object) -> int:
    """A button of the director's clock; the answer's status."""
    seen = {"version": refreshed(cup).clock.version, "command_id": str(uuid4())}
    sent = {"kind": kind, **seen, **more}
    return int(director.post(f"/t/{cup.code}/clock/act/", sent).status_code)


@pytest.mark.rule("fours:schedule")
@pytest.mark.rule("fours:level-1")
@pytest.mark.rule("fours:level-2")
def test_sixteen_levels_of_ten_minutes_follow_each_other_and_the_last_one_stays(league, wall):
    for number in range(1, 19):
        small = SMALL[min(number, 16) - 1]
        for second in (0, 599):
            wall.now = NOW + (number - 1) * 10 * MINUTE + second * MINUTE / 60
            clock.advance_due(wall.now)
            page = shown(league)
            assert f"{small:,} / {2 * small:,}" in page, number
            assert f"Level {min(number, 16)}" in page
            assert "Ante" not in page


@pytest.mark.rule("fours:break-1")
@pytest.mark.rule("fours:break-2")
def test_only_the_director_calls_a_break_and_the_level_goes_on_with_the_time_it_had(
    league, wall, director
):
    table, tablet = table_of(league), tablet_browser(table_of(league))
    assert "Break" not in shown(league), "none is scheduled"
    wall.now = NOW + 4 * MINUTE
    assert press(tablet, league, "break", minutes=15) == 403
    assert press(director, league, "break", minutes=15) in (200, 204, 302)
    assert "Break" in shown(league)
    assert tap(tablet, table, "start_hand").status_code == 409
    wall.now += 9 * MINUTE
    clock.advance_due(wall.now)
    assert press(director, league, "back") in (200, 204, 302)
    page = shown(league)
    assert "Level 1" in page
    assert 'data-left="360"' in page
    wall.now += 6 * MINUTE
    clock.advance_due(wall.now)
    assert "Level 2" in shown(league)
    assert press(director, league, "break", minutes=5) in (200, 204, 302), "at any time"
