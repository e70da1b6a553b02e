"""The live forecast: the planner's evenings, played on from where this one stands."""

from datetime import datetime

from django.core.cache import cache

from engine.foresight import outlook
from tables.queries import forecast as queries
from tournament import broadcast, simulation
from tournament.broadcast import Audience
from tournament.models import Tournament
from tournament.queries import forecast
from tournament.simulation import Request

EVENINGS = 200


def foresee(tournament: Tournament, *, now: datetime, evenings: int = EVENINGS) -> None:
    """Keep what is to be expected of the rest of the evening."""
    standing = queries.standing(tournament, now)
    players = sum(len(stacks) for stacks in standing.tables)
    if players < 2:
        return
    plan = queries.plan(tournament, players)
    request = Request(plan, f"{tournament.seed}/{now.isoformat()}", evenings, standing)
    told = [one for batch in simulation.evenings(request) for one in batch]
    found = {
        "at": now.isoformat(),
        "seconds_a_hand": round(plan.habits.seconds_of(plan.seats)),
        "outlook": outlook.to_plain(outlook.of(told)),
    }
    cache.set(forecast.key(tournament.pk), found, forecast.KEPT_SECONDS)
    if tournament.shows_end:
        broadcast.changed(tournament.pk, Audience.CLOCK)
