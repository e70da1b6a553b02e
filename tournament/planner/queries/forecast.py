"""What was last foreseen for the rest of an evening: kept for some minutes, then it is too old."""

from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.utils import timezone

from engine.lifecycle import TournamentState
from tournament.models import Tournament
from tournament.planner.queries import wall_clock

KEPT_SECONDS = 10 * 60


def key(tournament_id: int) -> str:
    """Where the latest forecast is kept."""
    return f"forecast-{tournament_id}"


def kept(tournament: Tournament) -> dict[str, Any] | None:
    """The latest forecast of an evening that is still in play."""
    if tournament.state != TournamentState.RUNNING:
        return None
    found: dict[str, Any] | None = cache.get(key(tournament.pk))
    return found


def end_text(tournament: Tournament) -> str:
    """The expected end for the hall, where the director wants it there."""
    found = kept(tournament) if tournament.shows_end else None
    if found is None:
        return ""
    end = wall_clock.times(found["outlook"]["end"], datetime.fromisoformat(found["at"]))
    return f"Ends about {timezone.localtime(end.middle):%H:%M}" if end else ""
