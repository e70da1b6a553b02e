"""The timetable: ask what is due, and call a service that does nothing the second time."""

from datetime import timedelta
from typing import Any

from celery import Task, shared_task
from django.core.cache import cache
from django.utils import timezone

from tournament.clock.services import clock
from tournament.house import backup_timetable, webhooks
from tournament.house.queries import kept_backups
from tournament.planner import reckoning

LOOK_AHEAD = 1.6
KEPT_SECONDS = 30
CARRIER, CARRIER_TURN = "webhook-carrier", 120
BACKUP, BACKUP_TURN = "backup", 3600
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


@shared_task
def keep_backups() -> None:
    """A backup when the timetable wants one."""
    if kept_backups.is_due(timezone.now()):
        back_up()


@shared_task
def back_up() -> None:
    """A backup now; one at a time."""
    if not cache.add(BACKUP, True, timeout=BACKUP_TURN):
        return
    try:
        backup_timetable.make(timezone.now())
    finally:
        cache.delete(BACKUP)


@shared_task
def try_backup(name: str) -> None:
    """Restore a backup into a scratch database and note what is found there."""
    backup_timetable.try_restore(name, now=timezone.now())


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
