"""Under IGR the clock ends play within the hours: no hand starts after the limit."""

from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from engine.entries import sessions
from engine.refusal import Refused
from engine.structure import presets
from tests.factories import DIRECTOR, MINUTE, NOW, deal, refreshed, running, stored, table_of
from tests.factories import seated as seated_players
from tournament.clock.services import clock
from tournament.clock.services.buttons import Press
from tournament.models import Licence, Tournament

HOUR = timedelta(hours=1)


def local(hour: int) -> datetime:
    """An hour of that day by the hall's own clock."""
    return timezone.localtime(NOW).replace(hour=hour, minute=0)


def licensed_around_the_clock(cup: Tournament) -> Tournament:
    """Only the hours of the book bind: the licence itself would cover more."""
    Licence.objects.filter(pk=cup.pk).update(closes_at=NOW + 48 * HOUR, finishes_at=NOW + 48 * HOUR)
    return cup


def set_end(cup: Tournament, at: datetime, *, now: datetime) -> None:
    press = Press(finishes_at=at)
    clock.act(tournament_id=cup.pk, kind="finish_at", actor=DIRECTOR, now=now, press=press)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("starts", "length", "clause"),
    [(12, 10 * HOUR + MINUTE, "igr:5.07(a)(ii)"), (18, 8 * HOUR + MINUTE, "igr:5.07(a)(iii)")],
)
def test_the_clock_does_not_start_with_an_end_beyond_the_hours(starts, length, clause: str):
    cup = licensed_around_the_clock(seated_players(3, preset=presets.get("igr")))
    set_end(cup, local(starts) + length, now=local(starts) - HOUR)
    before = stored()
    with pytest.raises(Refused) as refused, transaction.atomic():
        clock.start(tournament_id=cup.pk, actor=DIRECTOR, now=local(starts))
    assert refused.value.clause == clause
    assert stored() == before


@pytest.mark.django_db
@pytest.mark.rule("igr:5.07(a)(ii)")
def test_the_end_is_not_put_off_beyond_ten_hours_and_no_hand_starts_then_though_no_worker_lives():
    cup = licensed_around_the_clock(running(3, preset=presets.get("igr")))
    limit = NOW + 10 * HOUR
    with pytest.raises(Refused, match="at most 10 hours"):
        set_end(cup, limit + MINUTE, now=NOW + HOUR)
    set_end(refreshed(cup), limit, now=NOW + HOUR)
    with pytest.raises(Refused, match="play is over"):
        deal(table_of(cup), now=limit)


def test_other_books_play_as_long_as_they_like():
    late = NOW + 24 * HOUR
    sessions.check_finish(starts_at=NOW, finishes_at=late, rulebook="adelaide")
