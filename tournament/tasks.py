"""The timetable: ask what is due, and call a service that does nothing the second time."""

from datetime import timedelta

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from tournament.services import clock

LOOK_AHEAD = 1.6
KEPT_SECONDS = 30


@shared_task
def advance_clocks() -> None:
    """The sweep of every second; it also sets one nudge for what falls due before the next."""
    now = timezone.now()
    clock.advance_due(now)
    for due in clock.due_within(now=now, seconds=LOOK_AHEAD):
        if cache.add(f"nudge-{due.timestamp()}", True, timeout=KEPT_SECONDS):
            nudge.apply_async(eta=due, expires=due + timedelta(seconds=KEPT_SECONDS))


@shared_task
def nudge() -> None:
    """Called at a due time, so that nobody waits for the sweep."""
    clock.advance_due(timezone.now())
