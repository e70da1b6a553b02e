"""How often a token may ask, and what every answer says of that and of the token's end."""

from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from redis import RedisError

PER_MINUTE = 3000
MINUTE = 60


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left of this minute, and when the token ends."""

    left: int
    seconds: int
    expires_at: datetime

    @property
    def headers(self) -> dict[str, str]:
        """As every answer says it."""
        said = {
            "RateLimit-Limit": str(PER_MINUTE),
            "RateLimit-Remaining": str(max(0, self.left)),
            "RateLimit-Reset": str(self.seconds),
            "Token-Expires": self.expires_at.isoformat(),
        }
        return said | ({"Retry-After": str(self.seconds)} if self.left < 0 else {})


def take(token_id: int, *, expires_at: datetime, now: datetime) -> Allowance:
    """Count one request of a token in this minute."""
    minute, passed = divmod(int(now.timestamp()), MINUTE)
    asked = _count(f"api-{token_id}-{minute}")
    return Allowance(PER_MINUTE - asked, MINUTE - passed, expires_at)


def _count(key: str) -> int:
    """How many there were; while Redis is away nobody counts, and nobody is refused."""
    try:
        cache.add(key, 0, 2 * MINUTE)
        counted: int = cache.incr(key)
    except (RedisError, ValueError):
        return 1
    return counted
