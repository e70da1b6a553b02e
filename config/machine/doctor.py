"""What is wrong with an installation, in words, and how to mend it."""

import os
import shutil
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import redis
from cryptography import x509
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Max

from config import health
from config.machine import ready, supported, tls
from tournament.house.queries import kept_backups, servers
from tournament.models import JournalEntry

LEAST_DISK = 1_000_000_000  # bytes
MOST_DRIFT = timedelta(seconds=5)
ENDS_SOON = timedelta(days=14)
OLDEST_POSTGRES = (14,)
PATIENCE_SECONDS = 3


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong, and how to mend it."""

    what: str
    mend: str


Check = Callable[[datetime], Iterator[Complaint]]


def complaints(now: datetime) -> dict[str, list[Complaint]]:
    """Every check by its name, with what it found."""
    return {name: list(check(now)) for name, check in CHECKS.items()}


def python(_now: datetime) -> Iterator[Complaint]:
    """A version that the locked packages are made for."""
    if not supported.IS_THIS:
        yield Complaint(supported.SENTENCE, "Install one of these and remove .venv.")


def disk(_now: datetime) -> Iterator[Complaint]:
    """Room to write an evening, and its backups."""
    for place in {settings.VAR_DIR, existing(settings.BACKUP_DIR)}:
        free = shutil.disk_usage(existing(place)).free
        if free < LEAST_DISK:
            yield Complaint(
                f"Only {free // 1_000_000} MB are free in {place}.",
                "Free at least 1 GB, or set VAR_DIR or BACKUP_DIR to another disk.",
            )


def existing(path: Path) -> Path:
    """The folder itself, or the nearest above it that there is."""
    return next(each for each in (path, *path.parents) if each.exists())


def folder(_now: datetime) -> Iterator[Complaint]:
    """var/ is ours to write and nobody else's to read."""
    var = settings.VAR_DIR
    if not var.is_dir():
        yield Complaint(f"{var} does not exist.", "Start once with make run, or set VAR_DIR.")
    elif not os.access(var, os.R_OK | os.W_OK | os.X_OK):
        yield Complaint(f"{var} cannot be written.", f"chown -R $(id -u) {var}")
    elif var.stat().st_mode & 0o077:
        yield Complaint(f"Other users of this machine can look into {var}.", f"chmod 700 {var}")


def secrets(_now: datetime) -> Iterator[Complaint]:
    """Keys that only their user can read."""
    dotenv = Path(os.environ.get("ENV_FILE") or settings.BASE_DIR / ".env")
    private = (settings.SECRET_FILE, settings.SIGNING_KEY_FILE, tls.key_file(settings.VAR_DIR))
    for path in (*private, dotenv):
        if path.is_file() and path.stat().st_mode & 0o077:
            yield Complaint(f"Other users of this machine can read {path}.", f"chmod 600 {path}")


def clock(now: datetime) -> Iterator[Complaint]:
    """This machine, Redis and the database agree on the time, and none of it went back."""
    for name, theirs in other_clocks():
        if abs(now - theirs) > MOST_DRIFT:
            yield Complaint(
                f"This machine's clock and that of {name} differ by {abs(now - theirs)}.",
                "Let both take their time from the network: timedatectl set-ntp true",
            )
    with suppress(DatabaseError):
        last = JournalEntry.objects.aggregate(last=Max("at"))["last"]
        if last is not None and last - now > MOST_DRIFT:
            yield Complaint(
                f"The journal's last line is from {last:%d %b %Y %H:%M} UTC, which is yet to come.",
                "Set the machine's clock right before the next hand: timedatectl set-ntp true",
            )


def other_clocks() -> Iterator[tuple[str, datetime]]:
    """The time by the servers that answer."""
    with suppress(redis.RedisError), health.client() as server:
        seconds, micros = server.time()
        yield "Redis", datetime.fromtimestamp(seconds + micros / 1e6, UTC)
    if connection.vendor == "postgresql":
        with suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            yield "PostgreSQL", cursor.fetchone()[0]


def database(_now: datetime) -> Iterator[Complaint]:
    """It answers, is new enough, and its tables are those of this version."""
    if (state := health.database_health()) != health.WELL:
        yield Complaint(f"The database is {state}.", "Start it, or correct DATABASE_URL in .env.")
        return
    if connection.vendor == "postgresql" and connection.get_database_version() < OLDEST_POSTGRES:
        yield Complaint(
            f"{servers.database_version()} is too old.", "Move to PostgreSQL 14 or newer."
        )
    executor = MigrationExecutor(connection)
    if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield Complaint(
            f"{len(plan)} migrations have not been applied.",
            "Make a backup, then restart: make run, or docker compose up -d --build",
        )


def redis_server(_now: datetime) -> Iterator[Complaint]:
    """It answers and is new enough."""
    try:
        found = servers.redis_version()
    except redis.RedisError as error:
        yield Complaint(
            f"Redis does not answer at {without_password(settings.REDIS_URL)}: {error}.",
            "Start it, or correct REDIS_URL; make run brings its own while it runs.",
        )
        return
    if found.is_too_old:
        yield Complaint(f"{found} is too old.", "Use Valkey 8 or Redis 6.2, or newer.")


def without_password(url: str) -> str:
    """An address that may be shown."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def parts(_now: datetime) -> Iterator[Complaint]:
    """Worker and beat leave signs of life."""
    for part in ("worker", "beat"):
        try:
            state = health.sign_health(part)
        except redis.RedisError:
            yield Complaint(f"The {part} cannot be seen: Redis is away.", "Mend Redis first.")
            continue
        if state != health.WELL:
            yield Complaint(
                f"The {part} is {state}: clocks do not advance by themselves.",
                f"Start it with make run, or docker compose up -d {part}, and read its log.",
            )


def port(_now: datetime) -> Iterator[Complaint]:
    """Somebody answers where the site is said to be."""
    where = urlsplit(settings.SITE_URL)
    number = where.port or (443 if where.scheme == "https" else 80)
    try:
        socket.create_connection((where.hostname, number), PATIENCE_SECONDS).close()
    except OSError as error:
        yield Complaint(
            f"Nobody answers at {settings.SITE_URL} (port {number}): {error}.",
            "Start it; if it runs, correct SITE_URL, or open the port in the firewall.",
        )


def certificate(now: datetime) -> Iterator[Complaint]:
    """The certificate is not about to end."""
    ends = local_end() if tls.certificate_file(settings.VAR_DIR).is_file() else public_end()
    if ends is not None and ends - now < ENDS_SOON:
        yield Complaint(
            f"The certificate ends on {ends:%d %b %Y}.",
            "Restart make run, which renews it; behind a proxy, read the proxy's log.",
        )


def local_end() -> datetime:
    """When this machine's own certificate ends."""
    written = tls.certificate_file(settings.VAR_DIR).read_bytes()
    return x509.load_pem_x509_certificate(written).not_valid_after_utc


def public_end() -> datetime | None:
    """When the certificate of the public site ends; None without one, or while nobody answers."""
    where = urlsplit(settings.SITE_URL)
    if where.scheme != "https" or not where.hostname:
        return None
    context = ssl._create_unverified_context()  # it is looked at, not trusted
    with suppress(OSError):
        plain = socket.create_connection((where.hostname, where.port or 443), PATIENCE_SECONDS)
        with closing(context.wrap_socket(plain, server_hostname=where.hostname)) as wire:
            seen = wire.getpeercert(binary_form=True)
        return x509.load_der_x509_certificate(seen).not_valid_after_utc if seen else None
    return None


def backups(now: datetime) -> Iterator[Complaint]:
    """A young one, and none that failed its test."""
    found = kept_backups.every()
    if settings.BACKUP_HOURS:
        allowed = timedelta(hours=2 * settings.BACKUP_HOURS)
        if not found or now - found[0].made_at > allowed:
            last = f"is from {found[0].made_at:%d %b %Y %H:%M} UTC" if found else "was never made"
            yield Complaint(f"The last backup {last}.", "See the worker's log; press Back up now.")
    for trouble in found:
        if trouble.trial and not trouble.trial.is_running and not trouble.trial.is_whole:
            yield Complaint(
                f"{trouble.name} failed its test: {trouble.trial.words}", "Back up anew."
            )


def static_files(_now: datetime) -> Iterator[Complaint]:
    """Collected, and of this version."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    if not stamp.is_file() or stamp.read_text("ascii") != ready.static_fingerprint():
        yield Complaint(
            f"The static files in {settings.STATIC_ROOT} are not those of this version.",
            "Restart make run, or .venv/bin/python -m config.machine.ready static",
        )


CHECKS: dict[str, Check] = {
    "Python": python,
    "disk": disk,
    "folder": folder,
    "secrets": secrets,
    "clock": clock,
    "database": database,
    "Redis": redis_server,
    "worker and beat": parts,
    "port": port,
    "certificate": certificate,
    "backups": backups,
    "static files": static_files,
}
