"""The servers this installation runs on, by name and version."""

import contextlib
from dataclasses import dataclass

import redis
from django.conf import settings
from django.db import DatabaseError, connection

OLDEST = {"Redis": (6, 2), "Valkey": (8, 0)}
TIMEOUT_SECONDS = 2


@dataclass(frozen=True)
class RedisVersion:
    """Which server answers at REDIS_URL: Valkey speaks the same protocol as Redis."""

    name: str
    number: str

    def __str__(self) -> str:
        """As in "Valkey 9.1.2"."""
        return f"{self.name} {self.number}"

    @property
    def is_too_old(self) -> bool:
        """Whether it is older than what we run on."""
        return tuple(map(int, self.number.split(".")[:2])) < OLDEST[self.name]


def versions() -> dict[str, str]:
    """Name and version of the database and of Redis; of those that answer."""
    found: dict[str, str] = {}
    with contextlib.suppress(DatabaseError):
        found["database"] = database_version()
    with contextlib.suppress(redis.RedisError):
        found["redis"] = str(redis_version())
    return found


def database_version() -> str:
    """As in "SQLite 3.40.1"."""
    connection.ensure_connection()
    return f"{connection.display_name} {'.'.join(map(str, connection.get_database_version()))}"


def redis_version() -> RedisVersion:
    """What the server at REDIS_URL says it is."""
    with redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=TIMEOUT_SECONDS,
        socket_timeout=TIMEOUT_SECONDS,
        decode_responses=True,
    ) as server:
        told = server.info("server")
    if "valkey_version" in told:
        return RedisVersion("Valkey", told["valkey_version"])
    return RedisVersion("Redis", told["redis_version"])
