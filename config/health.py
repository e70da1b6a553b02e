"""Who is alive: each part leaves a sign in Redis that fades when it dies."""

import contextlib
import logging
import os
import time
from typing import Any

import redis
from celery import signals
from celery.beat import Scheduler
from django.conf import settings
from django.db import DatabaseError, connection

log = logging.getLogger(__name__)

WELL = "ok"
FADES_AFTER_SECONDS = 10
SIGN_EVERY_SECONDS = 1.0
REDIS_TIMEOUT_SECONDS = 2
IDLE_TOO_LONG_SECONDS = 60.0  # the beat has something for a worker every second
STARTS_ANEW = 75  # "temporary failure": whoever started it does so again


def report() -> dict[str, str]:
    """What is alive, and what is wrong with what is not."""
    redis_state = redis_health()
    return {
        "database": database_health(),
        "redis": redis_state,
        "worker": sign_health("worker") if redis_state == WELL else "unknown: Redis is down",
        "beat": sign_health("beat") if redis_state == WELL else "unknown: Redis is down",
    }


def database_health() -> str:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return f"down: {type(error).__name__}"
    return WELL


def redis_health() -> str:
    """Whether Redis answers."""
    try:
        with client() as server:
            server.ping()
    except redis.RedisError as error:
        return f"down: {type(error).__name__}"
    return WELL


def sign_health(part: str) -> str:
    """Whether this part has left a sign of life lately."""
    with client() as server:
        seen = server.exists(key(part))
    return WELL if seen else f"down: no sign of life for {FADES_AFTER_SECONDS} seconds"


def leave_sign(part: str) -> None:
    """Say that this part is alive; a Redis that is away must not stop it."""
    with contextlib.suppress(redis.RedisError), client() as server:
        server.set(key(part), "alive", ex=FADES_AFTER_SECONDS)


def key(part: str) -> str:
    """Where a part leaves its sign."""
    return f"shuffle-up:alive:{part}"


def client() -> redis.Redis:
    """A connection that gives up soon: a health check must answer while something is broken."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=REDIS_TIMEOUT_SECONDS,
        socket_timeout=REDIS_TIMEOUT_SECONDS,
        decode_responses=True,
    )


class Work:
    """When this worker was last given something to do, or there was nobody to give it."""

    seen_at = time.monotonic()

    @classmethod
    def is_seen(cls, **_: Any) -> None:
        """A task has come, or none could."""
        cls.seen_at = time.monotonic()


signals.task_prerun.connect(Work.is_seen)


@signals.heartbeat_sent.connect
def worker_is_alive(**_: Any) -> None:
    """Celery's worker sends this every two seconds."""
    leave_sign("worker")
    start_anew_if_stuck()


def start_anew_if_stuck() -> None:
    """End a worker that nothing reaches: after a restart of Redis some hear no task any more."""
    if not _is_beat_alive():
        Work.is_seen()
    elif time.monotonic() - Work.seen_at > IDLE_TOO_LONG_SECONDS:
        log.error("The beat is alive but no task has come for a minute: the worker starts anew.")
        os._exit(STARTS_ANEW)


def _is_beat_alive() -> bool:
    try:
        return sign_health("beat") == WELL
    except redis.RedisError:
        return False


class Beat(Scheduler):
    """Celery's beat with a sign of life. Its timetable is all in settings, so it keeps no file."""

    signed_at = float("-inf")

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due, and say so at most once a second."""
        if time.monotonic() - self.signed_at >= SIGN_EVERY_SECONDS:
            self.signed_at = time.monotonic()
            leave_sign("beat")
        return float(super().tick(*args, **kwargs))
