"""The timetable: ask what is due, and call a service that does nothing the second time."""

from datetime import timedelta
from typing import Any

from celery import Task, shared_task
from django.core.cache import cache
from django.utils import timezone

from tournament.clock.services import clock
from tournament.house import webhooks
from tournament.planner import reckoning

LOOK_AHEAD = 1.6
KEPT_SECONDS = 30
CARRIER, CARRIER_TURN = "webhook-carrier", 120
PLANNER_TURN, PLANNER_WAIT = 300, 1  # seconds: one plan at a time, the next looks again soon


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


@shared_task
def tell_others() -> None:
    """Carry news to the addresses that asked for them; one carrier at a time."""
    if not cache.add(CARRIER, True, timeout=CARRIER_TURN):
        return
    try:
        webhooks.deliver(timezone.now())
    finally:
        cache.delete(CARRIER)


@shared_task(bind=True, max_retries=None)
def reckon(self: Task[..., None], wish: dict[str, Any]) -> None:
    """Work a plan out, one at a time: the worker has a clock to keep."""
    asked = reckoning.from_plain(wish)
    if not cache.add(reckoning.BUSY, True, timeout=PLANNER_TURN):
        reckoning.begin(asked)
        raise self.retry(countdown=PLANNER_WAIT)
    try:
        reckoning.reckon(asked)
    except Exception:
        reckoning.forget(asked)  # so that it can be asked again
        raise
    finally:
        cache.delete(reckoning.BUSY)
