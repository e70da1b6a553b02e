"""The tablet's one undo button: whatever was done last at the table is taken back first."""

from django.db import transaction

from tables.models import Table
from tables.queries import hands, raceoffs, special_rounds
from tables.services import eliminations, locking, play
from tables.services import raceoffs as raceoff_services


@transaction.atomic
def undo(request: play.Request) -> Table | None:
    """What was done since the hand ended, or else the hand's own last step."""
    table = locking.table(request.table_id)
    if hands.is_in_play(table):
        return play.undo(request)
    if raceoffs.last_of(table) is not None:
        return raceoff_services.undo(request)
    if special_rounds.last_done(table) is not None:
        return eliminations.undo(request)
    return play.undo(request)
