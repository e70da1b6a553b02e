"""What a monitor reads at `/metrics`, in Prometheus' text format (version 0.0.4).

Web processes share a port, and a worker has none: whoever is asked must speak for all. So each
process counts for itself and leaves its figures in Redis every few seconds, under its own name, and
the one that is asked tells everybody's. Sums are the monitor's: figures of a process that has died
must not make them fall.
"""

import json
import threading
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from itertools import accumulate
from typing import Any, NamedTuple

import redis
from celery import signals
from django.conf import settings
from django.db import DatabaseError, connection

from config import health
from config.sqlite.base import turns
from tournament.house.queries import servers
from tournament.live.fanout import HALLS, TALLY

KIND = "text/plain; version=0.0.4; charset=utf-8"
KEY = "shuffle-up:metrics"
LEFT_EVERY_SECONDS = 5.0
FORGOTTEN_AFTER_SECONDS = 30.0
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

# Every figure: its name, its kind and what it says.
FAMILIES = {
    "request_seconds": (
        "histogram",
        "Answers by page, method and status; of a tablet's taps also by kind. 4xx are refusals.",
    ),
    "sockets": ("gauge", "Open sockets by what they show."),
    "sockets_refused_total": ("counter", "Sockets that were turned away."),
    "pushes_total": ("counter", "Pictures that were passed on to sockets."),
    "pushes_sent_total": ("counter", "The same, times the sockets each went to."),
    "pushes_lost_total": ("counter", "Changes that no message brought and a look found."),
    "pushes_unsent_total": ("counter", "Messages that Redis did not take."),
    "sockets_dropped_total": ("counter", "Sockets whose browser did not keep up."),
    "drawings_total": ("counter", "Pictures drawn from the database."),
    "drawing_seconds_total": ("counter", "Time it took to draw them."),
    "writers_waiting": ("gauge", "Writers that wait for their turn at the database."),
    "writer_turns_total": ("counter", "Turns that writers had at SQLite."),
    "writer_wait_seconds_total": ("counter", "Time that writers waited for them."),
    "task_seconds": ("histogram", "Tasks by name and how they ended."),
    "task_late_seconds": ("histogram", "How long after its due time a task began."),
    "tasks_expired_total": ("counter", "Tasks that came too late to be of use."),
    "tasks_waiting": ("gauge", "Tasks that no worker has taken yet."),
    "up": ("gauge", "Whether a part is alive."),
    "answer_seconds": ("gauge", "How long the database and Redis took to answer just now."),
    "database_bytes": ("gauge", "Size of the database."),
    "redis_bytes": ("gauge", "Memory that Redis holds."),
    "redis_clients": ("gauge", "Connections to Redis."),
    "info": ("gauge", "Versions."),
}

Labels = tuple[tuple[str, str], ...]


class Sample(NamedTuple):
    """A figure under its labels; of a histogram, the counts by bound and the sum at the end."""

    name: str
    labels: dict[str, str]
    value: float | list[float]


class Figures:
    """What this process has counted."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[tuple[str, Labels], float] = {}
        self._times: dict[tuple[str, Labels], list[float]] = {}

    def count(self, name: str, **labels: str) -> None:
        """One more."""
        key = name, tuple(labels.items())
        with self._lock:
            self._counts[key] = self._counts.get(key, 0) + 1

    def time(self, name: str, seconds: float, **labels: str) -> None:
        """One that took so long."""
        key = name, tuple(labels.items())
        with self._lock:
            found = self._times.get(key) or self._times.setdefault(key, [0] * (len(BOUNDS) + 2))
            found[bisect_left(BOUNDS, seconds)] += 1
            found[-1] += seconds

    def samples(self) -> list[Sample]:
        """All of it, as of now."""
        with self._lock:
            counts = [Sample(name, dict(labels), n) for (name, labels), n in self._counts.items()]
            times = [Sample(name, dict(labels), [*n]) for (name, labels), n in self._times.items()]
        return counts + times


FIGURES = Figures()


# --- What one process knows ----------------------------------------------------------------------


def own() -> list[Sample]:
    """The figures of this process."""
    return [*FIGURES.samples(), *_of_sockets(), *_of_writers()]


def _of_sockets() -> Iterator[Sample]:
    for shown, number in HALLS.sockets().items():
        yield Sample("sockets", {"shows": shown}, number)
    yield Sample("sockets_refused_total", {}, TALLY.refused)
    yield Sample("sockets_dropped_total", {}, TALLY.dropped)
    yield Sample("pushes_total", {}, TALLY.pushes)
    yield Sample("pushes_sent_total", {}, TALLY.sent)
    yield Sample("pushes_lost_total", {}, TALLY.lost)
    yield Sample("pushes_unsent_total", {}, TALLY.unsent)
    yield Sample("drawings_total", {}, TALLY.drawings)
    yield Sample("drawing_seconds_total", {}, TALLY.seconds)


def _of_writers() -> Iterator[Sample]:
    if queues := tuple(turns.values()):
        yield Sample("writers_waiting", {}, sum(queue.waiting for queue in queues))
        yield Sample("writer_turns_total", {}, sum(queue.turns for queue in queues))
        yield Sample("writer_wait_seconds_total", {}, sum(queue.seconds for queue in queues))


def leave() -> None:
    """Let the others know; a Redis that is away must not stop anybody."""
    left = json.dumps([time.time(), own()])
    with suppress(redis.RedisError), health.client() as server:
        server.hset(KEY, settings.PROCESS, left)


def leave_for_ever() -> None:
    """From now on, every few seconds."""

    def repeat() -> None:
        while True:
            leave()
            time.sleep(LEFT_EVERY_SECONDS)

    threading.Thread(target=repeat, name="metrics", daemon=True).start()


# --- Tasks ---------------------------------------------------------------------------------------

_began: dict[str, float] = {}


@signals.before_task_publish.connect
def _task_is_sent(headers: dict[str, Any], **_: Any) -> None:
    headers["sent_at"] = time.time()


@signals.task_prerun.connect
def _task_begins(task_id: str, task: Any, **_: Any) -> None:
    _began[task_id] = time.perf_counter()
    eta, sent = task.request.eta, getattr(task.request, "sent_at", None)
    due = datetime.fromisoformat(eta).timestamp() if eta else sent
    if due is not None:
        FIGURES.time("task_late_seconds", max(0.0, time.time() - due), task=task.name)


@signals.task_postrun.connect
def _task_ends(task_id: str, task: Any, state: str | None = None, **_: Any) -> None:
    took = time.perf_counter() - _began.pop(task_id, time.perf_counter())
    FIGURES.time("task_seconds", took, task=task.name, state=(state or "lost").lower())


@signals.task_revoked.connect
def _task_is_too_late(sender: Any, expired: bool, **_: Any) -> None:
    if expired:
        FIGURES.count("tasks_expired_total", task=sender.name)


@signals.heartbeat_sent.connect
def _worker_leaves_figures(**_: Any) -> None:
    leave()


# --- What is told --------------------------------------------------------------------------------


def text() -> str:
    """Everybody's figures, and what database and Redis say now."""
    everybody = {**left_by_others(), settings.PROCESS: own()}
    told = [
        sample._replace(labels={**sample.labels, "process": process})
        for process, samples in sorted(everybody.items())
        for sample in samples
    ]
    return "".join(lines([*told, *of_servers()]))


def left_by_others() -> dict[str, list[Sample]]:
    """What the other processes left; who has left nothing for a while has ended."""
    try:
        with health.client() as server:
            found: dict[str, str] = server.hgetall(KEY)
            fresh = {name: samples for name, left in found.items() if (samples := _fresh(left))}
            if gone := found.keys() - fresh.keys():
                server.hdel(KEY, *gone)
    except redis.RedisError:
        return {}
    return fresh


def _fresh(left: str) -> list[Sample]:
    at, samples = json.loads(left)
    is_gone = time.time() - at > FORGOTTEN_AFTER_SECONDS
    return [] if is_gone else [Sample(*sample) for sample in samples]


def of_servers() -> list[Sample]:
    """Database, Redis, and which parts are alive; what does not answer has no figures."""
    report = health.report()
    found = [
        Sample("up", {"part": part}, int(word == health.WELL)) for part, word in report.items()
    ]
    with suppress(DatabaseError):
        found += of_database()
    with suppress(redis.RedisError):
        found += of_redis()
    versions = {"version": settings.VERSION, **servers.versions()}
    return [*found, Sample("info", versions, 1)]


def of_database() -> list[Sample]:
    """Size, speed, and on PostgreSQL who waits for a lock."""
    began = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        took = time.perf_counter() - began
        found = [Sample("answer_seconds", {"part": "database"}, took)]
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT pg_database_size(current_database()), (SELECT count(*) FROM "
                "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')"
            )
            size, waiting = cursor.fetchone()
            return [
                *found,
                Sample("database_bytes", {}, size),
                Sample("writers_waiting", {}, waiting),
            ]
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        return [*found, Sample("database_bytes", {}, cursor.fetchone()[0])]


def of_redis() -> list[Sample]:
    """Size, speed, and the tasks that wait in it."""
    with health.client() as server:
        began = time.perf_counter()
        server.ping()
        took = time.perf_counter() - began
        memory, clients = server.info("memory"), server.info("clients")
    with redis.Redis.from_url(settings.CELERY_BROKER_URL, socket_timeout=2) as broker:
        waiting = int(broker.llen("celery"))
    return [
        Sample("answer_seconds", {"part": "redis"}, took),
        Sample("redis_bytes", {}, memory["used_memory"]),
        Sample("redis_clients", {}, clients["connected_clients"]),
        Sample("tasks_waiting", {}, waiting),
    ]


# --- Prometheus' text format ---------------------------------------------------------------------


def lines(samples: Iterable[Sample]) -> Iterator[str]:
    """The samples by family, as a monitor reads them."""
    by_name: dict[str, list[Sample]] = {}
    for sample in samples:
        by_name.setdefault(sample.name, []).append(sample)
    for name, (kind, words) in FAMILIES.items():
        if found := by_name.get(name):
            yield f"# HELP shuffle_up_{name} {words}\n# TYPE shuffle_up_{name} {kind}\n"
            yield from (line for sample in found for line in _written(sample))


def _written(sample: Sample) -> Iterator[str]:
    name, labels, value = sample
    if isinstance(value, int | float):
        yield _line(name, labels, value)
        return
    *counts, total = value
    for bound, count in zip((*BOUNDS, "+Inf"), accumulate(counts), strict=True):
        yield _line(f"{name}_bucket", {**labels, "le": str(bound)}, count)
    yield _line(f"{name}_sum", labels, total)
    yield _line(f"{name}_count", labels, sum(counts))


def _line(name: str, labels: dict[str, str], value: float) -> str:
    said = ",".join(f'{label}="{_escaped(word)}"' for label, word in labels.items())
    return f"shuffle_up_{name}{{{said}}} {value}\n"


def _escaped(word: str) -> str:
    return word.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
