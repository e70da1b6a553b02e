"""End a tournament whose play the clock has ended: the chips decide the places."""

from collections.abc import Mapping
from datetime import datetime

from engine.refusal import Refused
from tables.chips.queries import counts
from tables.chips.services import rebuys
from tables.commands import across
from tables.models import Table
from tables.play.queries import hands
from tables.procedures.queries import raceoffs
from tournament.models import Bust, Tournament
from tournament.permissions import Actor, Permission, require
from tournament.setup.services import tournaments


def finish_by_chips(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """After the last hands, which are played out first (adelaide:100)."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    rebuys.close_expired(now=now, tournament_id=tournament_id)
    _finish_by_chips(tournament_id, actor=actor, now=now)


def _finish_by_chips(tournament_id: int, *, actor: Actor, now: datetime) -> None:
    with across(tournament_id, Permission.RUN_TOURNAMENT, actor=actor, now=now) as hall:
        if playing := [table.number for table in hall.tables.values() if hands.is_in_play(table)]:
            raise Refused(f"Table {playing[0]} still plays its last hand: it is finished first.")
        waiting = Bust.standing.filter(entry__tournament=hall.tournament, may_rebuy=True)
        if bust := waiting.select_related("entry__player").first():
            raise Refused(f"{bust.entry.name} may still rebuy: decide that first.")
        _check_chips(hall.tournament, hall.tables)
        tournaments.finish_by_chips(hall.tournament, actor=actor, now=now)


def _check_chips(tournament: Tournament, tables: Mapping[int, Table]) -> None:
    """Where chips decide the places at a fixed hour, they are counted and all coloured up."""
    counted = tournament.law.prizes.counted
    if not counted.value:
        return
    for table, owed in raceoffs.still_owed(tournament):
        why = f"Table {table.number} still has {owed.chip} chips: race them off first."
        raise Refused(why, counted.clause)
    for table in counts.uncounted(tables.values()):
        why = f"Count the chips of table {table.number} first: they decide the places."
        raise Refused(why, counted.clause)
