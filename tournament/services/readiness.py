"""Whether a tournament may begin: its staff, its licence, its conditions."""

from datetime import datetime

from engine import offers
from tournament.models import Tournament
from tournament.models.sessions import IN_SESSION
from tournament.queries import conditions, licence
from tournament.services import staffing


def check_start(tournament: Tournament, *, now: datetime) -> None:
    """Refuse with the first thing the book still wants."""
    licence.check_start(tournament, now=now)
    conditions.check_complete(tournament)
    stacks = tournament.entries.filter(IN_SESSION, withdrawn_at__isnull=True)
    offers.check_equal_stacks(
        set(stacks.values_list("stack", flat=True)), rulebook=tournament.rulebook
    )
    staffing.check_start(tournament, tables=licence.tables(tournament))
