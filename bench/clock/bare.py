"""A task that only says when it ran: what the clock's nudge costs without the clock."""

import time

from celery import shared_task
from django.conf import settings
from redis import Redis

KEY = "shuffle-up:bench:bare"


@shared_task
def mark(due: float) -> None:
    """Write down how late we are."""
    late = time.time() - due
    with Redis.from_url(settings.REDIS_URL) as server:
        server.rpush(KEY, f"{late:.6f}")
