"""What cannot be meant: a clear sentence, and nothing is changed."""

import pytest

from engine.refusal import Refused
from engine.schedule.schedule import Break, Level, Schedule
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    house_director,
    refreshed,
    registering,
    running,
    signed_in,
    stored,
)
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.clock.services.buttons import Press
from tournament.models import Tournament
from tournament.records.services.stale import Stale
from tournament.setup.queries import schedules as schedule_queries
from tournament.setup.services import schedules

pytestmark = pytest.mark.django_db
GOOD = Level(20, (25, 50))


def change(cup: Tournament, *rows: Level | Break) -> None:
    schedules.change(
        tournament_id=cup.pk,
        schedule=Schedule(rows),
        seen=schedule_queries.stamp(clock_queries.schedule_of(cup)),
        actor=DIRECTOR,
        now=NOW,
    )


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ((Level(0, (25, 50)),), "Level 1 must last at least one minute"),
        ((GOOD, Break(0), GOOD), "Row 2 must last at least one minute"),
        ((Level(-5, (25, 50)),), "at least one minute"),
        ((Level(20, (2000, 4000)),), r"asks 4\D?000 of a stack of 1\D?000"),
        ((Level(20, (-25, 50)),), "below one chip"),
        ((Level(20, (30, 60)),), "which the chips in play cannot make"),
        ((Level(20, (25, 50), race_offs=(25,)), GOOD), "which the chips in play cannot make"),
        ((Level(20, (25, 50), race_offs=(75,)), GOOD), "which is not in play"),
        ((), "at least one level"),
    ],
)
def test_a_schedule_that_cannot_be_played_is_refused(rows, sentence: str):
    cup = refreshed(registering(3))
    before = stored()
    with pytest.raises(Refused, match=sentence):
        change(cup, *rows)
    assert stored() == before


@pytest.mark.parametrize(
    ("kind", "press", "sentence"),
    [
        ("resume", Press(), "The clock is running: it cannot resume"),
        ("back", Press(), "it cannot come back from a break"),
        ("add", Press(minutes=-3), "Enter 1 to "),
        ("add", Press(minutes=0), "Enter 1 to "),
        ("take", Press(minutes=240), "go to the next level instead"),
        ("previous", Press(), "No level comes before it"),
        ("finish_at", Press(finishes_at=NOW), "is fixed|must lie ahead"),
        ("stand on its head", Press(), "Unknown clock command"),
    ],
)
def test_a_wish_the_clock_cannot_fulfil_is_refused(kind: str, press: Press, sentence: str):
    cup = running(3)
    before = stored()
    now = NOW + MINUTE
    with pytest.raises(Refused, match=sentence):
        clock.act(tournament_id=cup.pk, kind=kind, actor=DIRECTOR, now=now, press=press)
    assert stored() == before


def test_there_is_no_next_level_after_the_finish():
    cup = running(3)
    clock.act(tournament_id=cup.pk, kind="last_hand", actor=DIRECTOR, now=NOW + MINUTE)
    before = stored()
    with pytest.raises(Refused, match="The clock is finished: it cannot go to the next level"):
        clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=NOW + 2 * MINUTE)
    assert stored() == before


def test_of_two_directors_the_second_is_told_to_look_again():
    cup = running(3)
    seen = Press(version=cup.clock.version)
    clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=NOW + MINUTE, press=seen)
    before = stored()
    with pytest.raises(Stale, match="The clock has changed"):
        clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=NOW + MINUTE, press=seen)
    assert stored() == before


def test_a_negative_minute_is_refused_at_the_door_too():
    cup = running(3)
    sent = {"kind": "add", "minutes": "-1", "version": cup.clock.version}
    sent["command_id"] = "0f0c9d1e-7a34-4a1a-9f5f-2f8f35a6f7ad"
    answer = signed_in(house_director()).post(f"/t/{cup.code}/clock/act/", sent)
    assert answer.status_code == 422
    assert "must be a whole number" in answer.content.decode()
