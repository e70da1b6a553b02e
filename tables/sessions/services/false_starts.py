"""Take the start of play back while nothing has been played: it was pressed too soon."""

from datetime import datetime

from django.db import transaction

from engine.lifecycle import TournamentState, before_the_start
from engine.refusal import Refused
from tables import locking
from tables.seating.services import sitting
from tables.sessions.queries import starting
from tournament.permissions import Actor, Permission, require
from tournament.setup.services import tournaments


@transaction.atomic
def take_back(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Everybody keeps his seat, the clock waits, and play can be started again."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    before_the_start(TournamentState(tournament.state))
    if why := starting.why_it_stands(tournament):
        raise Refused(f"{why}: the start of play stands. Stop the clock instead.")
    tournaments.take_back_start(tournament, actor=actor, now=now)
    for table in tables.values():
        sitting.bump(table)
