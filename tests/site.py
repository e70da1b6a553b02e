"""A served site for tests: Daphne, and Celery where tasks matter, as processes of their own."""

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from django.db import connection

from config.machine import local_redis
from tests import servers

ROOT = Path(__file__).resolve().parent.parent
QUIET_LOOKS = 6
CELERY = [sys.executable, "-m", "celery", "--quiet", "--app", "config"]


@dataclass
class LiveSite:
    """A site that answers, and the environment its processes were given."""

    port: int
    environment: dict[str, str]
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def url(self) -> str:
        """The site's address, without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        """The same for WebSockets."""
        return f"ws://127.0.0.1:{self.port}"

    def manage(self, *words: str) -> str:
        """Run a management command on the site's own database, and return what it printed."""
        return subprocess.run(
            [sys.executable, "manage.py", *words],
            env=self.environment,
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def start_tasks(self) -> None:
        """Start a real worker and its beat for this site."""
        worker = [*CELERY, "worker", "--pool", "threads", "--concurrency", "2"]
        for command in (worker, [*CELERY, "beat", "--pidfile", ""]):
            self.processes.append(servers.start(command, self.environment))
        servers.wait_until(self.is_healthy, what="worker and beat are alive")

    def is_healthy(self) -> bool:
        """Whether every part of the site is alive."""
        return self.answers("/healthz")

    def answers(self, path: str) -> bool:
        """Whether this page comes back without an error."""
        try:
            with urllib.request.urlopen(f"{self.url}{path}", timeout=10):
                return True
        except OSError:
            return False

    def is_listening(self) -> bool:
        """Whether anybody takes connections at the site's port."""
        return is_listening(self.port)

    def settle(self) -> None:
        """Return once no process of the site is busy with the database.

        A browser that is closed leaves requests behind. One that still writes while the tables
        are emptied would stand in the way of that, or leave a row to the next test.
        """
        looks: list[bool] = []

        def is_quiet() -> bool:
            looks.append(is_database_busy())
            return len(looks) >= QUIET_LOOKS and not any(looks[-QUIET_LOOKS:])

        servers.wait_until(is_quiet, what="the site is done with the database")

    def stop_tasks(self) -> None:
        """Stop worker and beat; the site itself goes on."""
        while len(self.processes) > 1:
            servers.stop(self.processes.pop())

    def stop(self) -> None:
        """Stop every process of the site."""
        while self.processes:
            servers.stop(self.processes.pop())


def is_listening(port: int) -> bool:
    """Whether anybody takes connections at this port of the machine."""
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0


def is_database_busy() -> bool:
    """Whether anybody but this process is in the middle of a statement or a transaction."""
    if servers.IS_SQLITE:
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "select exists (select from pg_stat_activity where datname = current_database()"
            " and pid <> pg_backend_pid() and state <> 'idle')"
        )
        return bool(cursor.fetchone()[0])


def start_site(environment: dict[str, str], *, output: IO[bytes] | None = None) -> LiveSite:
    """Serve the project with this environment, and return once it takes connections."""
    site = LiveSite(local_redis.free_port(), environment)
    web = [sys.executable, "-m", "config.web", "-v", "0", "-b", "127.0.0.1"]
    command = [*web, "-p", str(site.port), "config.asgi:application"]
    site.processes.append(servers.start(command, environment, output=output))
    servers.wait_until(site.is_listening, what="Daphne listens", process=site.processes[0])
    return site


def site_environment() -> dict[str, str]:
    """What a site is told that is to share this test process's database and Redis."""
    name = str(connection.settings_dict["NAME"])
    url = f"sqlite:///{name}" if servers.IS_SQLITE else servers.postgres_url(name)
    return {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
