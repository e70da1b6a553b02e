"""Tournaments whose levels end when the bench says so."""

from dataclasses import replace
from datetime import UTC, datetime
from time import monotonic, sleep

from django.conf import settings
from django.db import transaction
from redis import Redis

from bench.clock import bare
from engine.clock import clock_state
from engine.structure import presets
from tables.seating.services import seating
from tournament.clock.queries import clock as clock_queries
from tournament.entries.services import entries
from tournament.models import Clock, Tournament
from tournament.permissions import Actor
from tournament.setup.services import tournaments as tournament_service

DIRECTOR = Actor(name="bench", user_id=1, is_house_director=True)
PRESET = presets.get("friday")
PATIENCE_SECONDS = 60


def tournaments(count: int) -> list[str]:
    """So many, seated and waiting for the first hand; their codes."""
    return [_seated(number) for number in range(count)]


def _seated(number: int) -> str:
    now = datetime.now(UTC)
    cup = tournament_service.create(name=f"Bench {number}", preset=PRESET, actor=DIRECTOR, now=now)
    entries.register_all(tournament_id=cup.pk, names=["Ann", "Ben"], actor=DIRECTOR, now=now)
    seating.draw(tournament_id=cup.pk, actor=DIRECTOR, now=now)
    return str(cup.code)


def start(codes: list[str]) -> None:
    """Play begins everywhere; the first levels would last for minutes."""
    for code in codes:
        cup = Tournament.objects.get(code=code)
        seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=datetime.now(UTC))


@transaction.atomic
def let_end(code: str, due: datetime) -> None:
    """Let the row in play end at this moment, with a bare task due beside it."""
    clock = Clock.objects.select_for_update().get(tournament__code=code)
    ending = replace(clock_queries.state_of(clock), ends_at=due)
    clock.state, clock.due_at = clock_state.to_plain(ending), due
    clock.save(update_fields=["state", "due_at"])
    transaction.on_commit(lambda: bare.mark.apply_async((due.timestamp(),), eta=due))


def bare_delays(count: int) -> list[float]:
    """How late each bare task ran."""
    with Redis.from_url(settings.REDIS_URL) as server:
        deadline = monotonic() + PATIENCE_SECONDS
        while int(server.llen(bare.KEY)) < count and monotonic() < deadline:
            sleep(0.1)
        return [float(late) for late in server.lrange(bare.KEY, 0, -1)]
