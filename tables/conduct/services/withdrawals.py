"""A player who leaves for good with chips, on grounds a supervisor accepts (charity:10.1.2)."""

from engine import rulebooks
from engine.entries import entry_rules
from tables import between
from tables.models import Table
from tables.play.services import busts, play
from tables.seating.services import sitting
from tournament.models.ledger import ChipReason
from tournament.permissions import Permission
from tournament.records.services import journal, ledger


def withdraw(request: play.Request, *, seat: int, grounds: str) -> Table | None:
    """The player is out: the chips leave play, and the place is that of this moment."""
    words = " ".join(grounds.split())[:120]
    return between.carry_out(
        request,
        lambda table: _let_go(request, table, seat, words),
        kind="withdraw",
        permission=Permission.RULE,
    )


def _let_go(request: play.Request, table: Table, seat: int, grounds: str) -> None:
    entry_id = sitting.who_sits(table, seat).entry_id
    entry = ledger.held([entry_id])[entry_id]
    chips, rulebook = entry.stack, table.tournament.rulebook
    entry_rules.check_withdrawal(stack=chips, approved_reason=grounds, rulebook=rulebook)
    ledger.move(
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
        clause=rulebooks.get(rulebook).entries.withdrawals.clause,
    )
    out = [busts.Fallen(entry.pk, entry.name, chips)]
    busts.record(
        table, out, actor=request.actor, now=request.now, story="entry.withdrew", is_final=True
    )
