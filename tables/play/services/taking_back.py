"""The floor takes several steps of a hand back at once, with the reason on record."""

from django.db import transaction

from engine.referee import story
from engine.refusal import Refused
from tables import locking
from tables.models import HandRecord, Table
from tables.play.queries import hands, taking_back
from tables.play.services import play, reopening
from tournament.permissions import Permission, require
from tournament.records.services import idempotency, journal


@transaction.atomic
def take_back(request: play.Request, *, since: int, reason: str) -> Table:
    """All from this step on; nothing vanishes, and the journal says by whom and why."""
    table = locking.table(request.table_id)
    require(request.actor, Permission.RULE, table.tournament_id, table.pk)
    if idempotency.is_repeated(request.command_id):
        return table
    if not reason:
        raise Refused("Say why these steps are taken back: it stays on record.")
    steps, record = _go_back(request, table, since=since, reason=reason[:200])
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
    return table


def _go_back(
    request: play.Request, table: Table, *, since: int, reason: str
) -> tuple[list[hands.Step], HandRecord]:
    """In the last hand, or in the one before it, which is opened again."""
    if steps := _from(taking_back.steps(table), since):
        record = hands.record_of(table)
        play.undo(request, reason=reason, since=since)
        table.refresh_from_db()
        return steps, record
    if steps := _from(taking_back.steps_before(table), since):
        return steps, reopening.reopen(request, table, since=since, reason=reason)
    raise Refused("This step is not there any more. Look at the hand again.")


def _from(steps: list[hands.Step], since: int) -> list[hands.Step]:
    """This step and all that followed it."""
    found = [step for step in steps if step.version >= since]
    return found if found and found[0].version == since else []
