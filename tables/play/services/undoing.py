"""The tablet's one undo button: whatever was done last at the table is taken back first."""

from django.db import transaction

from tables import locking
from tables.models import Table
from tables.play.queries import hands
from tables.play.services import play
from tables.procedures.queries import raceoffs, special_rounds
from tables.procedures.services import eliminations
from tables.procedures.services import raceoffs as raceoff_services


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
