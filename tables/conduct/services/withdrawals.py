"""A player who leaves for good with chips, on grounds a supervisor accepts (charity:10.1.2)."""

from engine import rulebooks
from engine.entries import entry_rules
from tables.commands import AtTable, When, table_command
from tables.play.services import busts
from tables.seating.services import sitting
from tournament.models.ledger import ChipReason
from tournament.permissions import Permission
from tournament.records.services import ledger


@table_command("withdraw", permission=Permission.RULE, when=When.BETWEEN_HANDS, may_decide=True)
def withdraw(at: AtTable, *, seat: int, grounds: str) -> None:
    """The player is out: the chips leave play, and the place is that of this moment."""
    table, grounds = at.table, " ".join(grounds.split())[:120]
    entry_id = sitting.who_sits(table, seat).entry_id
    entry = ledger.held([entry_id])[entry_id]
    chips, rulebook = entry.stack, table.tournament.rulebook
    entry_rules.check_withdrawal(stack=chips, approved_reason=grounds, rulebook=rulebook)
    ledger.move(
        {entry.pk: -chips},
        reason=ChipReason.WITHDRAWN,
        note=f"{entry.name} withdrew: {grounds}",
        actor=at.actor,
        now=at.now,
    )
    at.write(
        "entry.let_go",
        player=entry.name,
        chips=chips,
        grounds=grounds,
        clause=rulebooks.get(rulebook).entries.withdrawals.clause,
    )
    out = [busts.Fallen(entry.pk, entry.name, chips)]
    busts.record(table, out, actor=at.actor, now=at.now, story="entry.withdrew", is_final=True)
