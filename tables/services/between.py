"""What is done at a table between two hands: one way in and one way out."""

from engine.refusal import Refused
from tables.models import Table
from tables.queries import hands
from tables.services import duties, locking, play, stacks
from tournament.permissions import Permission, require
from tournament.services import commands


def opened(request: play.Request) -> Table | None:
    """The table, held and between hands; None where this very command was carried out before."""
    table = locking.table(request.table_id)
    require(request.actor, Permission.DEAL, table.tournament_id, table.pk)
    duties.check_deals(request.actor, table)
    if commands.is_repeated(request.command_id):
        return None
    play.check_fresh(request, table)
    check(table)
    return table


def check(table: Table) -> None:
    """Refuse what belongs between hands while one is in play."""
    if hands.is_in_play(table):
        raise Refused(f"A hand is in play at table {table.number}: do this when it has ended.")


def closed(request: play.Request, table: Table, *, kind: str) -> Table:
    """One version on, the command remembered, everybody told."""
    commands.remember(
        request.command_id, tournament_id=table.tournament_id, kind=kind, now=request.now
    )
    return stacks.bump(table)
