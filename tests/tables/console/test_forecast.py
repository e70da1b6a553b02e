"""The live forecast: from the stacks, the clock and the pace of this evening's hands."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from engine.planner.habits import Habits
from engine.prizes import payouts
from engine.structure import presets
from tables import tasks
from tables.console import forecast
from tables.console.queries import forecast as queries
from tables.models import HandRecord
from tests.factories import (
    MINUTE,
    NOW,
    bust_all_but,
    refreshed,
    registering,
    running,
    sell,
    stacks,
    table_of,
)
from tests.markup import one_line
from tournament.clock.queries import clock as clock_queries
from tournament.models import JournalEntry, Tournament
from tournament.planner import reckoning
from tournament.planner.queries.wall_clock import Times

pytestmark = pytest.mark.django_db


def test_the_standing_is_every_stack_by_table_and_the_clock():
    cup = running(5, seats=3)
    standing = queries.standing(cup, NOW + 2 * MINUTE)
    assert sorted(len(table) for table in standing.tables) == [2, 3]
    assert sum(map(sum, standing.tables)) == sum(stacks(cup))
    assert standing.row == 0
    assert standing.played_seconds == 120
    assert standing.seconds_left == clock_queries.schedule_of(cup).rows[0].minutes * 60 - 120


def test_the_bubble_is_that_of_the_money_there_is():
    cup = running(5)
    assert queries.plan(cup, 5, now=NOW).paid == 0  # nobody's payment is in
    for entry in cup.entries.all():
        sell(entry, "entry", now=NOW)
    assert queries.plan(cup, 5, now=NOW).paid == len(payouts.usual_list(5))


@pytest.mark.parametrize("seconds", [200, 30])
def test_the_pace_is_that_of_the_latest_hands(seconds: int):
    cup = running(3)
    assert queries.habits_tonight(cup) == Habits()
    for number in range(12):
        HandRecord.objects.create(
            table=table_of(cup),
            number=100 + number,
            level="50 / 100",
            players=[[1], [2], [3]],
            started_at=NOW + number * timedelta(seconds=seconds),
        )
    assert queries.habits_tonight(cup).seconds_of(3) == pytest.approx(seconds)


def test_nothing_is_foreseen_of_an_evening_that_is_over(director: Client):
    cup = running(2)
    bust_all_but(table_of(cup), 1)
    assert (
        "The tournament is over: nothing left to forecast."
        in director.get(f"/t/{cup.code}/forecast/").content.decode()
    )


def test_the_console_shows_what_is_foreseen_and_the_hall_if_wished(director: Client):
    cup = running(4, seats=3)
    address = f"/t/{cup.code}/forecast/"
    assert "comes within a minute" in one_line(director.get(address).content.decode())
    forecast.foresee(cup, now=timezone.now(), evenings=8)
    page = one_line(director.get(address).content.decode())
    assert "Ends about" in page
    assert "seconds" in page
    assert "Ends about" not in clock_text(cup)
    director.post(f"{address}show/", {"show": "yes"})
    assert clock_text(cup).startswith("Ends about ")
    director.post(f"{address}show/", {"show": "yes"})
    director.post(f"{address}show/", {})
    assert clock_text(cup) == ""
    names = JournalEntry.objects.filter(name__startswith="tournament.end_")
    assert sorted(names.values_list("name", flat=True)) == [
        "tournament.end_hidden",
        "tournament.end_shown",
    ]


@pytest.mark.rule("igr:1.01(c)")
def test_an_evening_was_foreseen_to_go_on_after_its_finishing_time(director: Client):
    cup = running(9, preset=replace(presets.get("igr"), starting_stack=500_000))
    begins = timezone.now().replace(second=0, microsecond=0)
    ends = begins + 20 * MINUTE
    clock_rows = cup.clock
    clock_rows.state = {**clock_rows.state, "finishes_at": ends.isoformat()}
    clock_rows.save(update_fields=["state"])
    forecast.foresee(refreshed(cup), now=begins, evenings=8)
    found = queries.latest(refreshed(cup))
    assert found
    assert found.end == Times(ends, ends, ends)
    page = director.get(f"/t/{cup.code}/forecast/").content.decode()
    assert f"<strong>{timezone.localtime(ends):%H:%M}</strong>" in page


def clock_text(cup: Tournament) -> str:
    return str(clock_queries.picture(refreshed(cup), now=timezone.now()).finish_text)


def test_nothing_is_foreseen_where_nothing_is_left_to_play(director: Client):
    cup = running(2)
    bust_all_but(table_of(cup), 1)
    forecast.foresee(refreshed(cup), now=timezone.now(), evenings=2)
    assert queries.latest(refreshed(cup)) is None
    before = registering()
    assert "planner" in director.get(f"/t/{before.code}/forecast/").content.decode()


@pytest.mark.parametrize(("players", "evenings"), [(2, 200), (80, 200), (600, 26), (5000, 20)])
def test_very_many_players_are_foreseen_from_fewer_evenings(players: int, evenings: int):
    assert forecast.evenings_of(players) == evenings


def test_more_players_than_can_be_foreseen_hold_up_no_other_evening(
    director: Client, monkeypatch: pytest.MonkeyPatch
):
    """The task failed at the first evening of more than a thousand, and told no other."""
    monkeypatch.setattr(queries, "MOST_PLAYERS", 4)
    crowd, small = running(5), running(4)
    tasks.foresee()
    assert queries.latest(crowd) is None
    assert queries.latest(small) is not None
    page = one_line(director.get(f"/t/{crowd.code}/forecast/").content.decode())
    assert "within a minute, once no more than 4 players are left." in page


def test_the_task_foresees_every_evening_in_play(monkeypatch: pytest.MonkeyPatch):
    cup, _ = running(2), registering()
    seen: list[int] = []
    monkeypatch.setattr(forecast, "foresee", lambda one, **_: seen.append(one.pk))
    tasks.foresee()
    assert seen == [cup.pk]
    cache.set(reckoning.BUSY, True)
    tasks.foresee()
    assert seen == [cup.pk]
