"""Orders about seats that a hand in play holds up: given, withdrawn, closed.

They are carried out by `after_hand` when the hand has ended.
"""

from datetime import datetime

from django.db import transaction

from engine.refusal import Refused
from engine.seating.seating import Place
from tables import locking
from tables.models import Seating, SeatOrder, Table
from tables.models.orders import OrderKind
from tables.seating.queries import seat_orders
from tables.seating.services import sitting
from tables.seating.services.sitting import Order
from tournament.live import broadcast
from tournament.live.broadcast import EVERYBODY
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal

CARRIED_OUT = "carried out"
WITHDRAWN = "withdrawn"


def move(seat: Seating, to: Place, order: Order, *, actor: Actor, now: datetime) -> SeatOrder:
    """A player moves when the hand at his table has ended; said twice, it is one order."""
    found = SeatOrder.waiting.filter(entry_id=seat.entry_id).select_related("entry__player").first()
    if found is not None and (found.to_table, found.to_seat) == (to.table, to.seat):
        return found
    if found is not None:
        raise Refused(f"{seat_orders.words(found)} after this hand: withdraw that first.")
    wanted = SeatOrder(
        kind=OrderKind.MOVE,
        table=seat.table,
        entry=seat.entry,
        to_table=to.table,
        to_seat=to.seat,
        reason=order.reason[:160],
        clause=order.clause[:40],
        carried_by=order.carried_by.strip()[:120],
        settles_dispute=order.settles_dispute,
        despite_pair=order.despite_pair,
    )
    return _give(wanted, seat.table.tournament_id, actor=actor, now=now)


def break_table(
    table: Table, *, carried_by: str, emergency: str, actor: Actor, now: datetime
) -> SeatOrder:
    """The table breaks when its hand has ended."""
    found = SeatOrder.waiting.filter(table=table, kind=OrderKind.BREAK).first()
    wanted = SeatOrder(
        kind=OrderKind.BREAK,
        table=table,
        carried_by=carried_by.strip()[:120],
        reason=emergency.strip()[:160],
    )
    return found or _give(wanted, table.tournament_id, actor=actor, now=now)


def final(tournament: Tournament, *, carried_by: str, actor: Actor, now: datetime) -> SeatOrder:
    """The final table is drawn when every table has ended its hand."""
    found = SeatOrder.waiting.filter(tournament=tournament, kind=OrderKind.FINAL).first()
    wanted = SeatOrder(kind=OrderKind.FINAL, carried_by=carried_by.strip()[:120])
    return found or _give(wanted, tournament.pk, actor=actor, now=now)


def _give(order: SeatOrder, tournament_id: int, *, actor: Actor, now: datetime) -> SeatOrder:
    order.tournament_id, order.at, order.by = tournament_id, now, actor.name[:120]
    order.save()
    _told(order, "order.given", actor=actor, now=now)
    return order


@transaction.atomic
def withdraw(*, tournament_id: int, order_id: int, actor: Actor, now: datetime) -> None:
    """The floor thinks better of it: play goes on as if nothing had been ordered."""
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    locking.tournament_and_tables(tournament_id)
    order = SeatOrder.objects.filter(tournament_id=tournament_id, pk=order_id).first()
    if order is None or order.outcome == WITHDRAWN:
        return
    if order.closed_at is not None:
        raise Refused("This has been carried out already, or has lapsed.")
    close(order, WITHDRAWN, now=now)
    _told(order, "order.withdrawn", actor=actor, now=now)


def close(order: SeatOrder, outcome: str, *, now: datetime) -> None:
    """It waits no longer; the record keeps what came of it."""
    order.closed_at, order.outcome = now, outcome[:200]
    order.save(update_fields=["closed_at", "outcome"])


def lapse(order: SeatOrder, why: str, *, actor: Actor, now: datetime) -> None:
    """It cannot be carried out any more: the seat is taken, the player is out."""
    close(order, why, now=now)
    _told(order, "order.lapsed", actor=actor, now=now, why=why)


def _told(order: SeatOrder, name: str, *, actor: Actor, now: datetime, why: str = "") -> None:
    what = seat_orders.words(order)
    facts = {"why": why} if why else {}
    journal.write(actor, name, tournament_id=order.tournament_id, at=now, what=what, **facts)
    tables = Table.objects.filter(tournament_id=order.tournament_id)
    for table in tables.filter(pk=order.table_id) if order.table_id else tables:
        sitting.bump(table)
    broadcast.changed(order.tournament_id, *EVERYBODY)
