"""What is done at a table between two hands: one way in and one way out."""

from collections.abc import Callable

from django.db import transaction

from engine.refusal import Refused
from tables import locking
from tables.chips.services import stacks
from tables.crew.services import dealer_rota
from tables.models import Table
from tables.play.queries import hands
from tables.play.services import play
from tournament.permissions import Permission, require
from tournament.records.services import idempotency
from tournament.setup.services import tournaments


def carry_out(
    request: play.Request,
    act: Callable[[Table], None],
    *,
    kind: str,
    permission: Permission = Permission.DEAL,
) -> Table | None:
    """Something after which somebody may be out, once; the last player left is declared then."""
    with transaction.atomic():
        table = opened(request, permission=permission)
        if table is None:
            return None
        act(table)
        closed(request, table, kind=kind)
    tournaments.finish_if_decided(tournament_id=table.tournament_id, now=request.now)
    return table


def opened(request: play.Request, *, permission: Permission = Permission.DEAL) -> Table | None:
    """The table, held and between hands; None where this very command was carried out before."""
    table = locking.table(request.table_id)
    require(request.actor, permission, table.tournament_id, table.pk)
    if idempotency.is_repeated(request.command_id):
        return None
    if permission is Permission.DEAL:
        dealer_rota.check_deals(request.actor, table)
    play.check_fresh(request, table)
    check(table)
    return table


def check(table: Table) -> None:
    """Refuse what belongs between hands while one is in play."""
    if hands.is_in_play(table):
        raise Refused(f"A hand is in play at table {table.number}: do this when it has ended.")


def closed(request: play.Request, table: Table, *, kind: str) -> Table:
    """One version on, the command remembered, everybody told."""
    idempotency.remember(
        request.command_id, tournament_id=table.tournament_id, kind=kind, now=request.now
    )
    return stacks.bump(table)
