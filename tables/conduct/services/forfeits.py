"""Chips that were put out of sight leave play for good (adelaide:93b, tda2024:R63)."""

from engine.amounts import figure
from engine.refusal import Refused
from engine.rulebooks.citing import cite
from tables.commands import AtTable, When, table_command
from tables.play.services import busts
from tables.seating.services import sitting
from tournament.models.ledger import ChipReason
from tournament.permissions import Permission
from tournament.records.services import ledger


@table_command("forfeit", permission=Permission.PENALISE, when=When.BETWEEN_HANDS, may_decide=True)
def pocketed(at: AtTable, *, seat: int, amount: int, why: str) -> None:
    """The director takes the chips out of the player's stack; the total in play drops by them."""
    table, why = at.table, " ".join(why.split())[:120] or "chips out of view"
    clause = table.tournament.law.staff.pocketed.clause
    entry_id = sitting.who_sits(table, seat, clause=clause).entry_id
    entry = ledger.held([entry_id])[entry_id]
    if not 0 < amount <= entry.stack:
        raise Refused(f"{entry.name} has only {figure(entry.stack)} chips.", clause)
    ledger.move(
        {entry.pk: -amount},
        reason=ChipReason.POCKETED,
        note=f"{why} ({cite(clause)})",
        actor=at.actor,
        now=at.now,
    )
    at.write(
        "chips.pocketed",
        player=entry.name,
        chips=amount,
        why=why,
        clause=clause,
    )
    if amount == entry.stack:
        out = [busts.Fallen(entry.pk, entry.name, amount)]
        busts.record(table, out, actor=at.actor, now=at.now, is_final=True)
