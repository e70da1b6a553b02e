"""Real processes killed in the middle: on return the clock stands where an undisturbed one would.

Nobody waits for levels here: while a part is dead the clock is made older in the database, which
to the clock is the same as an outage of that length.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from subprocess import Popen
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from config.machine import local_redis
from engine.clock import clock as engine_clock
from engine.clock import clock_state
from engine.clock.clock_state import ClockState
from tables.seating.services import seating
from tests import servers
from tests.factories import DIRECTOR, MINUTE, refreshed, seated
from tests.site import CELERY, LiveSite, site_environment
from tournament.clock.queries import clock as clock_queries
from tournament.models import Clock, Tournament

OUTAGE = 65 * MINUTE
MOMENTS = ("ends_at", "resumes_at", "started_at", "since", "finishes_at")


@dataclass
class House:
    """Every process of an installation, each of which may be killed and started again."""

    site: LiveSite
    commands: dict[str, list[str]]
    alive: dict[str, Popen[bytes]] = field(default_factory=dict)

    def start(self, part: str) -> None:
        self.alive[part] = servers.start(self.commands[part], self.site.environment)

    def kill(self, part: str) -> None:
        """As a power cut would: no time to say goodbye."""
        self.alive[part].kill()
        self.alive.pop(part).wait()

    def start_again(self) -> None:
        """As `make run` does: whoever ended by himself is started again."""
        for part in [part for part, process in self.alive.items() if process.poll() is not None]:
            self.start(part)

    def stop(self) -> None:
        for process in self.alive.values():
            servers.stop(process)


@pytest.fixture
def house(live_site: LiveSite) -> Iterator[House]:
    """Redis, web, worker and beat of a house of its own, on this test's database."""
    binary = local_redis.binary()
    assert binary is not None
    redis = local_redis.configure(servers.folder() / "redis-of-house", binary, keep=True)
    site = LiveSite(
        local_redis.free_port(),
        {**site_environment(), "REDIS_URL": redis.url, "LOG_LEVEL": "ERROR"},
    )
    worker = [*CELERY, "worker", "--pool", "threads", "--concurrency", "2", "--hostname"]
    web = [sys.executable, "-m", "config.web", "-v", "0", "-b", "127.0.0.1"]
    made = House(
        site,
        {
            "redis": redis.command,
            "web": [*web, "-p", str(site.port), "config.asgi:application"],
            "worker": [*worker, "first@house"],
            "beat": [*CELERY, "beat", "--pidfile", ""],
            "second worker": [*worker, "second@house"],
            "second beat": [*CELERY, "beat", "--pidfile", ""],
        },
    )
    made.start("redis")
    servers.wait_until(lambda: servers.answers(redis.url), what="Redis answers")
    for part in ("web", "worker", "beat"):
        made.start(part)
    yield made
    made.stop()


def make_older(cup: Tournament, by: timedelta) -> ClockState:
    """Let so much time have passed; nobody has noticed yet. Returns where the clock stood."""
    with transaction.atomic():
        clock = Clock.objects.select_for_update().get(pk=cup.pk)
        state = clock_queries.state_of(clock)
        moved: dict[str, Any] = {
            name: moment - by for name in MOMENTS if (moment := getattr(state, name)) is not None
        }
        older = replace(state, **moved)
        schedule = clock_queries.schedule_of(cup)
        clock.state = clock_state.to_plain(older)
        clock.due_at = engine_clock.next_due(schedule, older)
        clock.save()
    return older


def where_it_should_be(cup: Tournament, older: ClockState) -> tuple[ClockState, list[Any]]:
    """An undisturbed clock, and what it would have told, each at its due time."""
    schedule = clock_queries.schedule_of(cup)
    state, facts = engine_clock.advance_due(schedule, older, timezone.now())
    return state, [(fact.index, fact.at) for fact in facts]


def told_since(cup: Tournament, sequence: int) -> list[tuple[int, datetime]]:
    """What the journal says the clock did by itself."""
    lines = cup.journal.filter(sequence__gt=sequence, by="clockwork", name__startswith="clock.")
    return [(line.data["index"], line.at) for line in lines]


def caught_up(house: House, cup: Tournament, older: ClockState) -> bool:
    house.start_again()
    expected, _ = where_it_should_be(cup, older)
    return clock_queries.state_of(refreshed(cup).clock) == expected


def in_play() -> Tournament:
    """A tournament that started just now."""
    cup = seated(3)
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=timezone.now())
    return cup


def stands_where_it_should(
    house: House, cup: Tournament, older: ClockState, sequence: int, *, what: str
) -> None:
    """Wait until the clock has caught up, and read that each change was told once, in order."""
    servers.wait_until(lambda: caught_up(house, cup, older), what=what)
    told = told_since(cup, sequence)
    assert told == where_it_should_be(cup, older)[1], what
    assert len(told) >= 2


def test_whatever_is_killed_the_clock_loses_nothing_and_tells_each_change_once(house: House):
    cup = in_play()
    for part in ("worker", "beat", "redis", "web"):
        house.kill(part)
        before, older = refreshed(cup).chain.length, make_older(cup, OUTAGE)
        house.start(part)
        stands_where_it_should(house, cup, older, before, what=f"the clock is right after {part}")
    servers.wait_until(house.site.is_listening, what="Daphne listens again")
    assert house.site.answers(f"/t/{cup.code}/clock/")


def test_two_workers_and_two_beats_change_each_level_once(house: House):
    cup = in_play()
    house.start("second worker")
    house.start("second beat")
    for _ in range(3):
        before, older = refreshed(cup).chain.length, make_older(cup, OUTAGE)
        stands_where_it_should(house, cup, older, before, what="the clock is right")
