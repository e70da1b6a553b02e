"""The live forecast: the planner's evenings, played on from where this one stands."""

from datetime import datetime

from django.core.cache import cache

from engine.planner import outlook
from tables.console.queries import forecast as queries
from tournament.live import broadcast
from tournament.live.broadcast import Audience
from tournament.models import Tournament
from tournament.planner import simulation
from tournament.planner.queries import forecast
from tournament.planner.simulation import Request

MOST_EVENINGS, FEWEST_EVENINGS = 200, 20
PLAYERS_IN_ALL = 16_000  # of all evenings together: with very many players fewer tell as much


def evenings_of(players: int) -> int:
    """How many evenings a forecast plays: it has seconds, on a machine that serves a hall."""
    return min(MOST_EVENINGS, max(FEWEST_EVENINGS, PLAYERS_IN_ALL // players))


def foresee(tournament: Tournament, *, now: datetime, evenings: int | None = None) -> None:
    """Keep what is to be expected of the rest of the evening."""
    standing = queries.standing(tournament, now)
    players = sum(len(stacks) for stacks in standing.tables)
    if not queries.can_be_foreseen(players):
        return
    plan = queries.plan(tournament, players, now=now)
    count = evenings or evenings_of(players)
    request = Request(plan, f"{tournament.code}/{now.isoformat()}", count, standing)
    told = [evening for batch in simulation.evenings(request, processes=1) for evening in batch]
    found = {
        "at": now.isoformat(),
        "seconds_a_hand": round(plan.habits.seconds_of(plan.seats)),
        "outlook": outlook.to_plain(outlook.of(told)),
    }
    cache.set(forecast.key(tournament.pk), found, forecast.KEPT_SECONDS)
    if tournament.shows_end:
        broadcast.changed(tournament.pk, Audience.FORECAST)
