"""Whether a tournament may begin: its staff, its licence, its conditions."""

from datetime import datetime

from tournament.models import Tournament
from tournament.queries import conditions, licence
from tournament.services import staffing


def check_start(tournament: Tournament, *, now: datetime) -> None:
    """Refuse with the first thing the book still wants."""
    licence.check_start(tournament, now=now)
    conditions.check_complete(tournament)
    staffing.check_start(tournament, tables=licence.tables(tournament))
