"""Chips that were put out of sight leave play for good (adelaide:93b, tda2024:R63)."""

from django.db import transaction

from engine import readiness
from engine.amounts import figure
from engine.refusal import Refused
from tables.models import Table
from tables.queries import hands
from tables.services import between, busts, locking, play, stacks
from tournament.models.ledger import ChipReason
from tournament.permissions import Permission, require
from tournament.services import commands, journal, tournaments


def pocketed(request: play.Request, *, seat: int, amount: int, why: str) -> Table | None:
    """The director takes the chips out of the player's stack; the total in play drops by them."""
    with transaction.atomic():
        table = locking.table(request.table_id)
        require(request.actor, Permission.PENALISE, table.tournament_id, table.pk)
        if commands.is_repeated(request.command_id):
            return None
        play.check_fresh(request, table)
        between.check(table)
        _take(request, table, seat, amount, " ".join(why.split())[:120])
        between.closed(request, table, kind="forfeit")
    tournaments.finish_if_decided(tournament_id=table.tournament_id, now=request.now)
    return table


def _take(request: play.Request, table: Table, seat: int, amount: int, why: str) -> None:
    clause = readiness.pocketed_clause(table.tournament.rulebook)
    found = next((one for one in hands.seated(table) if one.seat == seat), None)
    if found is None:
        raise Refused(f"Nobody sits in seat {seat} of table {table.number}.", clause)
    entry = stacks.held([found.entry_id])[found.entry_id]
    if not 0 < amount <= entry.stack:
        raise Refused(f"{entry.name} has {figure(entry.stack)}: take some of these.", clause)
    why = why or "chips out of view"
    stacks.move(
        {entry.pk: -amount},
        reason=ChipReason.POCKETED,
        note=f"{why} ({clause})",
        actor=request.actor,
        now=request.now,
    )
    journal.write(
        request.actor,
        "chips.pocketed",
        tournament_id=table.tournament_id,
        at=request.now,
        player=entry.name,
        chips=amount,
        why=why,
        clause=clause,
    )
    if amount == entry.stack:
        out = [busts.Fallen(entry.pk, entry.name, amount)]
        busts.record(table, out, actor=request.actor, now=request.now, is_final=True)
