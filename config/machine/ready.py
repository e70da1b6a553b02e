"""Make an installation ready to serve: tables, static files, the first director."""

import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from redis import RedisError

from tournament.house.queries import servers


def main(words: list[str]) -> None:
    """Do what is still missing, in one process: a warm start must not pay for four."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        django.setup()
        collect_static_files()
        if "static" not in words:
            check_redis()
            migrate()
            call_command("prepare", address=settings.SITE_URL)
    except (ImproperlyConfigured, DatabaseError, RedisError) as error:
        sys.exit(f"Shuffle Up cannot start: {' '.join(str(error).split())}")


def check_redis() -> None:
    """Refuse a server that is too old now, in one sentence, not in the middle of an evening."""
    found = servers.redis_version()
    if found.is_too_old:
        raise ImproperlyConfigured(
            f"REDIS_URL leads to {found}. Redis 6.2 or newer, or Valkey 8 or newer, is needed."
        )


def migrate() -> None:
    """Bring the tables up to date."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)


def collect_static_files() -> None:
    """Compress and fingerprint the static files, when any of them changed since the last time."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    wanted = static_fingerprint()
    if stamp.is_file() and stamp.read_text("ascii") == wanted:
        return
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(wanted, "ascii")


def static_fingerprint() -> str:
    """Changes whenever a static file is added, removed or has other content.

    Times do not count: an image keeps the files, but not to the nanosecond when they were written.
    """
    return hashlib.sha256("\n".join(sorted(static_facts())).encode()).hexdigest()


def static_facts() -> Iterator[str]:
    """Name and content of every static file."""
    for finder in finders.get_finders():
        for name, storage in finder.list(None):
            content = Path(storage.path(name)).read_bytes()
            yield f"{name} {hashlib.sha256(content).hexdigest()}"


if __name__ == "__main__":
    main(sys.argv[1:])
