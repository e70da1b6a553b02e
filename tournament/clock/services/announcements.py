"""Say something to the hall for some minutes, and take it back."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from engine.refusal import Refused
from tournament.clock.queries import announcements as announcement_queries
from tournament.clock.queries.announcements import PLACES
from tournament.clock.queries.sounds import SOUNDS
from tournament.live import broadcast
from tournament.live.broadcast import Audience
from tournament.models import Announcement, Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal

LONGEST = 120


@dataclass(frozen=True, slots=True)
class Words:
    """What is said, where, for how long, and with which sound."""

    text: str
    places: Collection[str] = tuple(PLACES)
    minutes: int = 3
    sound: str = ""


@transaction.atomic
def announce(*, tournament_id: int, words: Words, actor: Actor, now: datetime) -> Announcement:
    """These words take over these screens for so many minutes; the newest stand in front."""
    require(actor, Permission.RUN_CLOCK, tournament_id)
    text = " ".join(words.text.split())
    _check(text, words)
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    said = Announcement.objects.create(
        tournament_id=tournament_id,
        text=text,
        sound=words.sound,
        at=now,
        until=now + timedelta(minutes=words.minutes),
        by=actor.name,
        **{name: name in words.places for name in PLACES},
    )
    where = announcement_queries.where_words(said)
    journal.write(
        actor,
        "announcement.made",
        tournament_id=tournament_id,
        at=now,
        text=text,
        where=where,
        minutes=words.minutes,
    )
    broadcast.changed(tournament_id, Audience.WORD)
    return said


def _check(text: str, words: Words) -> None:
    if not text or len(text) > 200:
        raise Refused("Enter 1 to 200 characters.")
    if not words.places or not set(words.places) <= set(PLACES):
        raise Refused("Choose where it is shown: hall screens, tablets or phones.")
    if not 1 <= words.minutes <= LONGEST:
        raise Refused(f"An announcement lasts 1 to {LONGEST} minutes.")
    if words.sound not in SOUNDS:
        raise Refused("Unknown sound. Reload the page.")


@transaction.atomic
def withdraw(*, announcement: Announcement, actor: Actor, now: datetime) -> None:
    """Take it off every screen at once."""
    tournament_id = announcement.tournament_id
    require(actor, Permission.RUN_CLOCK, tournament_id)
    said = Announcement.objects.select_for_update().get(pk=announcement.pk)
    if said.withdrawn_at is not None:
        return
    said.withdrawn_at = now
    said.save(update_fields=["withdrawn_at"])
    journal.write(
        actor, "announcement.withdrawn", tournament_id=tournament_id, at=now, text=said.text
    )
    broadcast.changed(tournament_id, Audience.WORD)
