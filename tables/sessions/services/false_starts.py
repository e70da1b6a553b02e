"""Take the start of play back while nothing has been played: it was pressed too soon."""

from datetime import datetime

from engine.lifecycle import TournamentState, before_the_start
from engine.refusal import Refused
from tables.commands import across
from tables.sessions.queries import starting
from tournament.permissions import Actor, Permission
from tournament.setup.services import tournaments


def take_back(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Everybody keeps their seat, the clock waits, and play can be started again."""
    with across(tournament_id, Permission.RUN_TOURNAMENT, actor=actor, now=now) as hall:
        before_the_start(TournamentState(hall.tournament.state))
        if why := starting.why_it_stands(hall.tournament):
            raise Refused(f"{why}: the start of play stands. Stop the clock instead.")
        tournaments.take_back_start(hall.tournament, actor=actor, now=now)
        hall.change(*hall.tables.values())
