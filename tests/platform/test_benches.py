"""What the benches stand on still works: they are run seldom."""

from datetime import UTC, datetime, timedelta

import pytest

from bench.clock import bare, evening
from tournament.models import Clock
from tournament.services import clock

pytestmark = pytest.mark.django_db


def test_the_clock_benchs_tournaments_change_levels_when_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bare.mark, "apply_async", lambda *said, **more: None)
    (code,) = evening.tournaments(1)
    evening.start([code])
    due = datetime.now(UTC) + timedelta(seconds=2)
    evening.let_end(code, due)
    assert clock.advance_due(due - timedelta(seconds=1)) == 0
    assert clock.advance_due(due) == 1
    assert Clock.objects.get(tournament__code=code).state["index"] == 1
