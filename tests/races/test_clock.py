"""Two people at the clock at the same moment: one is carried out, the other is told."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from engine.refusal import Refused
from tests.factories import DIRECTOR, MINUTE, NOW, refreshed, running
from tournament.clock.services import clock
from tournament.clock.services.buttons import Press
from tournament.models import Clock, Tournament

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


def at_once(*calls: Callable[[], object]) -> list[str]:
    """Make every call at the same moment, each on a connection of its own; what each was told."""
    barrier = Barrier(len(calls))

    def one(call: Callable[[], object]) -> str:
        barrier.wait()
        try:
            call()
        except Refused as refusal:
            return refusal.why
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(calls)) as pool:
        return sorted(pool.map(one, calls))


def press(cup: Tournament, kind: str, version: int) -> Callable[[], object]:
    return lambda: clock.act(
        tournament_id=cup.pk,
        kind=kind,
        actor=DIRECTOR,
        now=NOW + MINUTE,
        press=Press(version=version),
    )


@pytest.mark.parametrize("kinds", [("next", "next"), ("pause", "break"), ("undo", "undo")])
def test_of_two_directors_pressing_at_once_one_is_told_to_look_again(kinds: tuple[str, str]):
    cup = running(3)
    clock.act(
        tournament_id=cup.pk, kind="add", actor=DIRECTOR, now=NOW + MINUTE, press=Press(minutes=1)
    )
    seen = refreshed(cup).clock.version
    told = at_once(*(press(cup, kind, seen) for kind in kinds))
    assert told == ["The clock has changed. Check it, then press again.", "done"]
    assert refreshed(cup).clock.version == seen + 1


def test_two_sweeps_at_once_change_the_level_once():
    cup = running(3)
    due = Clock.objects.get(pk=cup.pk).due_at
    assert due is not None
    at_once(*[lambda: clock.advance_due(due)] * 2)
    told = cup.journal.filter(name="clock.level_started", at=due)
    assert [line.data["index"] for line in told] == [1]
