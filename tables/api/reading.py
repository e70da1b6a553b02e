"""Anybody: standings, seats, prizes and tables as the hall sees them. Dealers: their table."""

from dataclasses import asdict
from typing import Any

from tables.api.operations import AtTable, TableShown
from tables.console.queries import console, forecast
from tables.play.queries import delayed
from tables.play.queries import tablet as tablet_queries
from tables.play.queries.pictures import Reading
from tables.results.queries import payouts, standings
from tables.seating.queries import seating
from tournament.api.operations import Hall, Here, Operations
from tournament.permissions import Permission, require

router = Operations(tags=["reading"])


@router.show("/standings", "Standings")
def leaderboard(here: Hall) -> dict[str, Any]:
    return asdict(standings.picture(here.tournament, now=here.now))


@router.show("/seating", "Seats and moves")
def seats(here: Hall) -> dict[str, Any]:
    return asdict(seating.picture(here.tournament, now=here.now))


@router.show("/payouts", "Payouts")
def prizes(here: Hall) -> dict[str, Any]:
    return asdict(payouts.picture(here.tournament))


@router.show("", "A table")
def table(here: TableShown) -> dict[str, Any]:
    """As the public may see it: no card that was not shown, and as late as the screens."""
    return asdict(delayed.reading(here.table, now=here.now).screen(here.now))


@router.look("/tablet", "A table for its dealer", None)
def tablet(here: AtTable) -> dict[str, Any]:
    found = here.table
    require(here.actor, Permission.DEAL, found.tournament_id, found.pk)
    return asdict(tablet_queries.picture(Reading(found), now=here.now))


@router.look("/console", "The console", Permission.SEE_CONSOLE)
def console_picture(here: Here) -> dict[str, Any]:
    shown = console.picture(here.tournament, now=here.now, user_id=here.actor.user_id)
    return asdict(shown)


@router.look("/forecast", "The forecast", Permission.SEE_CONSOLE)
def latest_forecast(here: Here) -> dict[str, Any]:
    latest = forecast.latest(here.tournament)
    return {"forecast": asdict(latest) if latest else None}
