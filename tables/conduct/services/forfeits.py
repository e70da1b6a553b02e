"""Chips that were put out of sight leave play for good (adelaide:93b, tda2024:R63)."""

from engine.amounts import figure
from engine.office import readiness
from engine.refusal import Refused
from tables import between
from tables.models import Table
from tables.play.services import busts, play
from tables.seating.services import sitting
from tournament.models.ledger import ChipReason
from tournament.permissions import Permission
from tournament.records.services import journal, ledger


def pocketed(request: play.Request, *, seat: int, amount: int, why: str) -> Table | None:
    """The director takes the chips out of the player's stack; the total in play drops by them."""
    words = " ".join(why.split())[:120]
    return between.carry_out(
        request,
        lambda table: _take(request, table, seat, amount, words),
        kind="forfeit",
        permission=Permission.PENALISE,
    )


def _take(request: play.Request, table: Table, seat: int, amount: int, why: str) -> None:
    clause = readiness.pocketed_clause(table.tournament.rulebook)
    entry_id = sitting.who_sits(table, seat, clause=clause).entry_id
    entry = ledger.held([entry_id])[entry_id]
    if not 0 < amount <= entry.stack:
        raise Refused(f"{entry.name} has {figure(entry.stack)}: take some of these.", clause)
    why = why or "chips out of view"
    ledger.move(
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
