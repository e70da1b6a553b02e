"""Who puts the blinds in for a player who is away (fours:leave-3)."""

from django.db import transaction

from engine.conduct import table_order
from engine.refusal import Refused
from tables import between, locking
from tables.play.services import play
from tables.seating.services import sitting
from tournament.permissions import Permission, require
from tournament.records.services import idempotency, journal


@transaction.atomic
def name_poster(request: play.Request, *, seat: int, by: str) -> None:
    """From the next hand on the record says whose hand put the absent player's chips in."""
    table = locking.table(request.table_id)
    require(request.actor, Permission.DEAL, table.tournament_id, table.pk)
    if idempotency.is_repeated(request.command_id):
        return
    play.check_fresh(request, table)
    found = sitting.who_sits(table, seat)
    clause = table_order.check_poster(table.tournament.rulebook, is_absent=found.is_absent)
    if not by:
        raise Refused("Say who posts: a player at this table, or whom he named.", clause)
    found.posts_for_him = by[:80]
    found.save(update_fields=["posts_for_him"])
    journal.write(
        request.actor,
        "seat.posting",
        tournament_id=table.tournament_id,
        at=request.now,
        by=by[:80],
        player=found.entry.name,
        table=table.number,
        clause=clause,
    )
    between.closed(request, table, kind="poster")
