"""What is being announced now, and where."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from tournament.models import Announcement

PLACES = {
    "on_screens": "hall screens",
    "on_tablets": "tablets",
    "on_phones": "phones",
}
LATEST = 8


def standing(tournament_id: int, now: datetime) -> QuerySet[Announcement]:
    """Those that are neither over nor withdrawn, the newest first."""
    said = Announcement.objects.filter(tournament_id=tournament_id)
    return said.filter(withdrawn_at__isnull=True, until__gt=now)


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """What is announced now: where, with which sound, and for how many seconds yet."""

    id: int
    text: str
    on: str
    sound: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementPicture:
    """What takes over the screens; its version grows with every word and every withdrawal."""

    version: int
    items: list[Announced]


def picture(tournament_id: int, *, now: datetime) -> AnnouncementPicture:
    """What takes over the screens."""
    count = Announcement.objects.filter(tournament_id=tournament_id).aggregate(
        said=Count("id"), withdrawn=Count("id", filter=Q(withdrawn_at__isnull=False))
    )
    return AnnouncementPicture(
        version=count["said"] + count["withdrawn"],
        items=[_item(said, now) for said in standing(tournament_id, now)[:1]],
    )


def _item(said: Announcement, now: datetime) -> Announced:
    places = [name.removeprefix("on_") for name in PLACES if getattr(said, name)]
    left = (said.until - now).total_seconds()
    return Announced(
        id=said.pk, text=said.text, on=" ".join(places), sound=said.sound, left=max(1, round(left))
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementRow:
    """An announcement as the console lists it."""

    id: int
    text: str
    where: str
    at: datetime
    until: datetime
    by: str
    is_standing: bool
    is_withdrawn: bool


def rows(tournament_id: int, *, now: datetime) -> list[AnnouncementRow]:
    """The latest announcements as the console lists them."""
    return [
        AnnouncementRow(
            id=said.pk,
            text=said.text,
            where=where_words(said),
            at=said.at,
            until=said.until,
            by=said.by,
            is_standing=said.withdrawn_at is None and said.until > now,
            is_withdrawn=said.withdrawn_at is not None,
        )
        for said in Announcement.objects.filter(tournament_id=tournament_id)[:LATEST]
    ]


def where_words(said: Announcement) -> str:
    """On hall screens and phones."""
    *first, last = [words for name, words in PLACES.items() if getattr(said, name)]
    return f"{', '.join(first)} and {last}" if first else last
