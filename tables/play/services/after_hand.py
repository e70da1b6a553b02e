"""When a hand has ended: the moves, breaks and the final that waited for it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.seating import balancing
from engine.seating.seating import Place
from tables.commands import Hall, across
from tables.models import Seating, SeatOrder, Table
from tables.models.orders import OrderKind
from tables.play.queries import hands
from tables.seating.queries import balance, seat_orders
from tables.seating.services import finals, seating
from tables.seating.services import seat_orders as orders
from tables.seating.services.sitting import Order
from tournament.permissions import SYSTEM, Actor, Permission


def carry_out(*, tournament_id: int, now: datetime, not_dealt_again: int = 0) -> None:
    """Whatever waits for no hand any more, in the order in which it was given; each once.

    A misdeal is dealt again with the same players (tda2024:R35) and held up orders wait on, but
    for the table whose deal was merely taken back.
    """
    if not SeatOrder.waiting.filter(tournament_id=tournament_id).exists():
        return
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=SYSTEM, now=now) as hall:
        for order in seat_orders.waiting(tournament_id):
            concerned = _concerned(order, hall.tables)
            if hall.tournament.state != TournamentState.RUNNING:
                orders.lapse(hall, order, "Play is over.")
            elif not any(_is_awaited(table, not_dealt_again) for table in concerned):
                _carry_out(hall, order)


def _concerned(order: SeatOrder, tables: Mapping[int, Table]) -> list[Table]:
    """The tables whose hands the order waits for."""
    found = [table for table in tables.values() if order.table_id in (None, table.pk)]
    return [table for table in found if table.is_open]


def _is_awaited(table: Table, not_dealt_again: int) -> bool:
    if table.pk == not_dealt_again:
        return hands.is_in_play(table)
    return seat_orders.must_wait(hands.of(table))


def _carry_out(hall: Hall, order: SeatOrder) -> None:
    """In the name of whoever gave the order; what is not possible any more lapses."""
    actor = replace(SYSTEM, name=order.by)
    try:
        with transaction.atomic():
            orders.close(order, orders.CARRIED_OUT, now=hall.now)
            _DEEDS[OrderKind(order.kind)](order, actor, hall.now)
    except Refused as refusal:
        orders.lapse(hall, order, refusal.why)


def _move(order: SeatOrder, actor: Actor, now: datetime) -> None:
    _check_still_here(order)
    _check_still_balances(order)
    seating.move_player(
        tournament_id=order.tournament_id,
        entry_id=order.entry_id or 0,
        to=Place(order.to_table or 0, order.to_seat or 0),
        order=Order(
            order.reason,
            order.clause,
            carried_by=order.carried_by,
            settles_dispute=order.settles_dispute,
            despite_pair=order.despite_pair,
        ),
        actor=actor,
        now=now,
    )


def _check_still_here(order: SeatOrder) -> None:
    """Whoever busted, or was given another table meanwhile, is not moved."""
    seats = Seating.objects.filter(entry=order.entry, table=order.table, until__isnull=True)
    if order.entry is not None and not seats.exists():
        raise Refused(f"{order.entry.name} no longer sits there.")


def _check_still_balances(order: SeatOrder) -> None:
    """A move to balance that the hand has made needless is not made."""
    if not balancing.is_cited(order.clause) or order.table is None:
        return
    sizes = {table.number: table.size for table in balance.read(order.tournament_id).for_engine}
    if sizes.get(order.table.number, 0) - sizes.get(order.to_table or 0, 0) < 2:
        raise Refused("The tables are balanced without this move.", order.clause)


def _break(order: SeatOrder, actor: Actor, now: datetime) -> None:
    seating.break_table(
        tournament_id=order.tournament_id,
        number=order.table.number if order.table else 0,
        actor=actor,
        now=now,
        carried_by=order.carried_by,
        emergency=order.reason,
    )


def _final(order: SeatOrder, actor: Actor, now: datetime) -> None:
    finals.bring_together(
        tournament_id=order.tournament_id, actor=actor, now=now, carried_by=order.carried_by
    )


_DEEDS: Mapping[OrderKind, Callable[[SeatOrder, Actor, datetime], None]] = {
    OrderKind.MOVE: _move,
    OrderKind.BREAK: _break,
    OrderKind.FINAL: _final,
}
