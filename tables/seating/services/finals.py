"""The final table: everybody who is left draws a seat at it (tda2024:RP-9)."""

from datetime import datetime

from django.db import transaction

from engine import clauses
from engine.conduct.joining import How
from engine.refusal import Refused
from engine.seating import seating as engine_seating
from tables import locking
from tables.models import Seating, SeatOrder, Table
from tables.play.queries import hands
from tables.seating.queries import balance
from tables.seating.services import seat_orders, seating, sitting
from tournament.live import broadcast
from tournament.live.broadcast import EVERYBODY
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal


@transaction.atomic
def bring_together(
    *, tournament_id: int, actor: Actor, now: datetime, carried_by: str = ""
) -> SeatOrder | None:
    """Close all tables but one and redraw every seat at it.

    Returns the order that waits for hands in play, None where the final is drawn.
    """
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    hall = balance.read(tournament_id)
    if not balance.is_final_due(tournament, hall):
        clause = clauses.cited("tda2024:RP-9", rulebook=tournament.rulebook)
        raise Refused("There are too many players for a final table yet.", clause)
    engine_seating.check_carrier(carried_by, rulebook=tournament.rulebook)
    if any(hands.is_in_play(tables[table.number]) for table in hall.tables):
        return seat_orders.final(tournament, carried_by=carried_by, actor=actor, now=now)
    final = _final(tables, hall)
    _make_room(tournament, final, len(hall.seats))
    moves = _redraw(tournament, final, hall)
    tournament.save(update_fields=["draws"])
    journal.write(
        actor,
        "table.final",
        tournament_id=tournament_id,
        at=now,
        table=final.number,
        players=len(hall.seats),
        seed=f"{tournament.seed}/{tournament.draws}",
    )
    seating.carry_out(tournament, tables, hall, moves, How.FROM_A_BROKEN_TABLE, (actor, now, ""))
    # Who drew the old seat has drawn it all the same: the table begins anew.
    drawn = Seating.objects.filter(table=final, until__isnull=True)
    drawn.update(carried_by=carried_by[:120], since=now)
    for table in (tables[one.number] for one in hall.tables):
        if table.pk != final.pk:
            seating.close(table)
        sitting.bump(table)
    broadcast.changed(tournament_id, *EVERYBODY)
    return None


def _final(tables: dict[int, Table], hall: balance.Hall) -> Table:
    """Where somebody cannot leave the seat, else the table that would break last."""
    stuck = [seat.table.number for seat in hall.seats if seat.entry_id in hall.locked]
    first = [table.number for table in hall.tables if table.number not in hall.order]
    return tables[(stuck or first or hall.order[::-1])[0]]


def _make_room(tournament: Tournament, final: Table, players: int) -> None:
    """Eight-handed events end at nine, six-handed ones at seven."""
    missing = players - len(balance.usable_seats(final))
    if missing > 0:
        engine_seating.check_table_size(
            final.seats + missing, seats=final.seats + missing, rulebook=tournament.rulebook
        )
        final.seats += missing
        final.save(update_fields=["seats"])


def _redraw(
    tournament: Tournament, final: Table, hall: balance.Hall
) -> tuple[engine_seating.Move, ...]:
    at_final = engine_seating.Table(final.number, balance.usable_seats(final))
    return engine_seating.final_redraw(
        hall.for_engine, at_final, sitting.rng(tournament), locked=hall.locked
    )
