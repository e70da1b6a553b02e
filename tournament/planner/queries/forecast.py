"""What was last foreseen for the rest of an evening: kept for some minutes, then it is too old."""

from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.utils import timezone

from engine.amounts import hour
from engine.lifecycle import TournamentState
from engine.planner import outlook
from engine.planner.outlook import Outlook
from tournament.models import Tournament
from tournament.planner.queries import wall_clock

KEPT_SECONDS = 10 * 60


def key(tournament_id: int) -> str:
    """Where the latest forecast is kept."""
    return f"forecast-{tournament_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What was foreseen, when, and at which pace of hands."""

    outlook: Outlook
    at: datetime
    seconds_a_hand: int | None


def kept(tournament: Tournament) -> Forecast | None:
    """The latest forecast of an evening that is still in play."""
    if tournament.state != TournamentState.RUNNING:
        return None
    plain = cache.get(key(tournament.pk))
    if plain is None:
        return None
    return Forecast(
        outlook=outlook.from_plain(plain["outlook"]),
        at=datetime.fromisoformat(plain["at"]),
        seconds_a_hand=plain["seconds_a_hand"],
    )


def end_text(tournament: Tournament) -> str:
    """The expected end for the hall, where the director wants it there."""
    forecast = kept(tournament) if tournament.shows_end else None
    if forecast is None:
        return ""
    end = wall_clock.times(forecast.outlook.end, forecast.at)
    return f"Ends about {hour(timezone.localtime(end.middle))}"
