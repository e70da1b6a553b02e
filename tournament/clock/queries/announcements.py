"""What is being announced now, and where."""

from datetime import datetime
from typing import Any

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


def picture(tournament_id: int, *, now: datetime) -> dict[str, Any]:
    """What takes over the screens; its version grows with every word and every withdrawal."""
    count = Announcement.objects.filter(tournament_id=tournament_id).aggregate(
        said=Count("id"), withdrawn=Count("id", filter=Q(withdrawn_at__isnull=False))
    )
    return {
        "version": count["said"] + count["withdrawn"],
        "items": [_item(one, now) for one in standing(tournament_id, now)[:1]],
    }


def _item(said: Announcement, now: datetime) -> dict[str, Any]:
    places = [name.removeprefix("on_") for name in PLACES if getattr(said, name)]
    left = (said.until - now).total_seconds()
    return {
        "id": said.pk,
        "text": said.text,
        "on": " ".join(places),
        "sound": said.sound,
        "left": max(1, round(left)),
    }


def rows(tournament_id: int, *, now: datetime) -> list[dict[str, Any]]:
    """The latest announcements as the console lists them."""
    said = Announcement.objects.filter(tournament_id=tournament_id)[:LATEST]
    return [
        {
            "id": one.pk,
            "text": one.text,
            "where": where_words(one),
            "at": one.at,
            "until": one.until,
            "by": one.by,
            "is_standing": one.withdrawn_at is None and one.until > now,
            "is_withdrawn": one.withdrawn_at is not None,
        }
        for one in said
    ]


def where_words(said: Announcement) -> str:
    """On hall screens and phones."""
    *first, last = [words for name, words in PLACES.items() if getattr(said, name)]
    return f"{', '.join(first)} and {last}" if first else last
