"""The floor takes several steps of a hand back at once, with the reason on record."""

from django.db import transaction

from engine import story
from engine.refusal import Refused
from tables.models import Table
from tables.queries import hands, taking_back
from tables.services import locking, play
from tournament.permissions import Permission, require
from tournament.services import commands, journal


@transaction.atomic
def take_back(request: play.Request, *, since: int, reason: str) -> Table:
    """All from this step on; nothing vanishes, and the journal says by whom and why."""
    table = locking.table(request.table_id)
    require(request.actor, Permission.RULE, table.tournament_id, table.pk)
    if commands.is_repeated(request.command_id):
        return table
    if not reason:
        raise Refused("Say why these steps are taken back: it stays on record.")
    steps = [step for step in taking_back.steps(table) if step.version >= since]
    if not steps or steps[0].version != since:
        raise Refused("This step is not there any more. Look at the hand again.")
    record = hands.record_of(table)
    done = play.undo(request, reason=reason[:200], since=since)
    names = {player["seat"]: player["name"] for player in record.players}
    rules = hands.rules_of(table.tournament, hands.of(table))
    journal.write(
        request.actor,
        "hand.taken_back",
        tournament_id=table.tournament_id,
        at=request.now,
        table=table.number,
        hand=record.number,
        steps=len(steps),
        first=story.sentence(steps[0].first, names, rules).rstrip("."),
        reason=reason[:200],
    )
    return done
