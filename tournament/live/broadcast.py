"""Tell the screens, after commit: one message per audience, whatever the number of screens.

An audience is a channel-layer group; what the public may not see is never sent on a public group.
A tournament-wide audience is only told that something changed: each web process draws the new
picture once for all its screens (fanout.py). A message that cannot be sent is a line in
the log, never an error to the dealer whose action is already committed: screens get the whole
picture when they reconnect.
"""

import logging
from collections.abc import Iterable
from enum import StrEnum, unique
from functools import lru_cache
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as Gone
from redis.exceptions import RedisError
from redis.retry import Retry

from tournament.live.fanout import DOORS, TALLY

log = logging.getLogger(__name__)


@unique
class Audience(StrEnum):
    """What tournament-wide pictures are told of."""

    CLOCK = "clock"
    STANDINGS = "standings"
    SEATING = "seating"
    CONSOLE = "console"
    WORD = "word"
    FEED = "feed"
    FORECAST = "forecast"


EVERYBODY = (Audience.CLOCK, Audience.STANDINGS, Audience.SEATING, Audience.CONSOLE)


def group(tournament_id: int, audience: str) -> str:
    """The channel-layer group of one audience, or of one panel's own sockets, of one tournament."""
    return f"tournament.{tournament_id}.{audience}"


def entrant_group(entry_id: int) -> str:
    """The phones that show one entrant's own page."""
    return f"entry.{entry_id}"


def changed(tournament_id: int, *audiences: Audience) -> None:
    """After commit, let these audiences draw themselves anew."""
    groups = [group(tournament_id, audience) for audience in audiences]
    transaction.on_commit(lambda: send([(name, {"type": "changed"}) for name in groups]))


def send(messages: Iterable[tuple[str, dict[str, Any]]]) -> dict[str, int]:
    """Hand finished messages to the channel layer; log what it will not take.

    All of them take one round trip. Of each group it is told how many processes listen.
    """
    told = list(messages)
    try:
        return dict(zip((name for name, _ in told), _publish(told), strict=True))
    except (RedisError, OSError) as trouble:
        TALLY.unsent += 1
        log.error("A push was not sent: Redis does not answer (%s).", trouble)
        return {}


def _publish(messages: list[tuple[str, dict[str, Any]]]) -> list[int]:
    """What `group_send` of the channel layer does, for all at once and without an event loop."""
    layer: Any = get_channel_layer()
    if layer is None:
        raise RuntimeError("CHANNEL_LAYERS has no default layer")
    where: Any = settings.CHANNEL_LAYERS["default"]["CONFIG"]
    with _server(where["hosts"][0]).pipeline(transaction=False) as line:
        for name, message in messages:
            line.publish(f"{where['prefix']}__group__{name}", layer.serialize(message))
        return line.execute()


@lru_cache(maxsize=4)
def _server(address: str) -> Redis:
    """The server behind the layer; a connection that it closed meanwhile is opened once more."""
    again = Retry(NoBackoff(), 1, supported_errors=(Gone,))
    return Redis.from_url(address, socket_timeout=3, socket_connect_timeout=1, retry=again)


def hang_up(name: str) -> None:
    """After commit, drop every socket of a group; those who still may will reconnect."""
    transaction.on_commit(lambda: send([(name, {"type": "hang_up"})]))


def turn_out(user_id: int) -> None:
    """After commit, drop every socket this person has open; those who still may will reconnect."""
    told = {"type": "turn_out", "person": user_id}
    transaction.on_commit(lambda: send([(DOORS, told)]))


def hang_up_entrant(tournament_id: int, entry_id: int) -> None:
    """The same for an entrant's own page, and what it shows of the pictures for all."""
    leave = entrant_group(entry_id)
    hang_up(leave)
    names = [group(tournament_id, audience) for audience in (Audience.CLOCK, Audience.WORD)]
    told = {"type": "hang_up", "leave": leave}
    transaction.on_commit(lambda: send([(name, told) for name in names]))
