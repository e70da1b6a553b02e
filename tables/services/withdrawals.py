"""A player who leaves for good with chips, on grounds a supervisor accepts (charity:10.1.2)."""

from django.db import transaction

from engine import entry_rules
from engine.refusal import Refused
from tables.models import Seating, Table
from tables.queries import hands
from tables.services import between, busts, locking, play, stacks
from tournament.models.ledger import ChipReason
from tournament.permissions import Permission, require
from tournament.services import commands, journal, tournaments


def withdraw(request: play.Request, *, seat: int, grounds: str) -> Table | None:
    """The player is out: the chips leave play, and the place is that of this moment."""
    with transaction.atomic():
        table = locking.table(request.table_id)
        require(request.actor, Permission.RULE, table.tournament_id, table.pk)
        if commands.is_repeated(request.command_id):
            return None
        play.check_fresh(request, table)
        between.check(table)
        _let_go(request, table, _seated(table, seat), " ".join(grounds.split())[:120])
        between.closed(request, table, kind="withdraw")
    tournaments.finish_if_decided(tournament_id=table.tournament_id, now=request.now)
    return table


def _seated(table: Table, seat: int) -> Seating:
    found = next((one for one in hands.seated(table) if one.seat == seat), None)
    if found is None:
        raise Refused(f"Nobody sits in seat {seat} of table {table.number}.")
    return found


def _let_go(request: play.Request, table: Table, found: Seating, grounds: str) -> None:
    entry = stacks.held([found.entry_id])[found.entry_id]
    chips, rulebook = entry.stack, table.tournament.rulebook
    entry_rules.check_withdrawal(stack=chips, approved_reason=grounds, rulebook=rulebook)
    stacks.move(
        {entry.pk: -chips},
        reason=ChipReason.WITHDRAWN,
        note=f"{entry.name} withdrew: {grounds}",
        actor=request.actor,
        now=request.now,
    )
    journal.write(
        request.actor,
        "entry.let_go",
        tournament_id=table.tournament_id,
        at=request.now,
        player=entry.name,
        chips=chips,
        grounds=grounds,
        clause=entry_rules.WITHDRAWALS[rulebook],
    )
    out = [busts.Fallen(entry.pk, entry.name, chips)]
    busts.record(
        table, out, actor=request.actor, now=request.now, story="entry.withdrew", is_final=True
    )
