"""Choose what the clock screens play."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime

from django.db import transaction

from engine.refusal import Refused
from tournament.clock.queries import sounds as sound_queries
from tournament.clock.queries.sounds import MOMENTS, MUTED, SOUNDS
from tournament.live import broadcast
from tournament.live.broadcast import Audience
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal


@transaction.atomic
def choose(
    *,
    tournament_id: int,
    sounds: Mapping[str, str],
    is_muted: bool,
    actor: Actor,
    now: datetime,
) -> None:
    """One sound for each moment, or silence; muted, every screen stays silent."""
    require(actor, Permission.RUN_CLOCK, tournament_id)
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    if set(sounds) != set(MOMENTS) or not set(sounds.values()) <= set(SOUNDS):
        raise Refused("Unknown sound. Reload the page.")
    was = asdict(sound_queries.chosen(tournament))
    became = {**sounds, MUTED: is_muted}
    if was == became:
        return
    tournament.sounds = became
    tournament.save(update_fields=["sounds"])
    journal.write(
        actor,
        "clock.sounds",
        tournament_id=tournament_id,
        at=now,
        was=words(was),
        became=words(became),
    )
    broadcast.changed(tournament_id, Audience.CLOCK)


def words(chosen: Mapping[str, object]) -> str:
    """A choice of sounds in one line."""
    if chosen[MUTED]:
        return "muted"
    return ", ".join(f"{MOMENTS[key].lower()}: {chosen[key] or 'silence'}" for key in MOMENTS)
