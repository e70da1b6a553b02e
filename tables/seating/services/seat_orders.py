"""Orders about seats that a hand in play holds up: given, withdrawn, closed.

They are carried out by `after_hand` when the hand has ended.
"""

from datetime import datetime

from engine.refusal import Refused
from engine.seating.seating import Place
from tables.commands import Hall, across
from tables.models import Seating, SeatOrder, Table
from tables.models.orders import OrderKind
from tables.seating.queries import seat_orders
from tables.seating.services.sitting import Order
from tournament.live.broadcast import EVERYBODY
from tournament.permissions import Actor, Permission

CARRIED_OUT = "carried out"
WITHDRAWN = "withdrawn"


def move(hall: Hall, seat: Seating, to: Place, order: Order) -> SeatOrder:
    """A player moves when the hand at their table has ended; said twice, it is one order."""
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
    return _give(hall, wanted)


def break_table(hall: Hall, table: Table, *, carried_by: str, emergency: str) -> SeatOrder:
    """The table breaks when its hand has ended."""
    found = SeatOrder.waiting.filter(table=table, kind=OrderKind.BREAK).first()
    wanted = SeatOrder(
        kind=OrderKind.BREAK,
        table=table,
        carried_by=carried_by.strip()[:120],
        reason=emergency.strip()[:160],
    )
    return found or _give(hall, wanted)


def final(hall: Hall, *, carried_by: str) -> SeatOrder:
    """The final table is drawn when every table has ended its hand."""
    found = SeatOrder.waiting.filter(tournament=hall.tournament, kind=OrderKind.FINAL).first()
    wanted = SeatOrder(kind=OrderKind.FINAL, carried_by=carried_by.strip()[:120])
    return found or _give(hall, wanted)


def _give(hall: Hall, order: SeatOrder) -> SeatOrder:
    order.tournament_id, order.at, order.by = hall.tournament.pk, hall.now, hall.actor.name[:120]
    order.save()
    _write(hall, order, "order.given")
    return order


def withdraw(*, tournament_id: int, order_id: int, actor: Actor, now: datetime) -> None:
    """The floor thinks better of it: play goes on as if nothing had been ordered."""
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as hall:
        order = SeatOrder.objects.filter(tournament_id=tournament_id, pk=order_id).first()
        if order is None or order.outcome == WITHDRAWN:
            return
        if order.closed_at is not None:
            raise Refused("This has already been carried out, or has lapsed.")
        close(order, WITHDRAWN, now=now)
        _write(hall, order, "order.withdrawn")


def close(order: SeatOrder, outcome: str, *, now: datetime) -> None:
    """It waits no longer; the record keeps what came of it."""
    order.closed_at, order.outcome = now, outcome[:200]
    order.save(update_fields=["closed_at", "outcome"])


def lapse(hall: Hall, order: SeatOrder, why: str) -> None:
    """It cannot be carried out any more: the seat is taken, the player is out."""
    close(order, why, now=hall.now)
    _write(hall, order, "order.lapsed", why=why)


def _write(hall: Hall, order: SeatOrder, name: str, **facts: str) -> None:
    """On record, and shown at the tables concerned."""
    hall.write(name, what=seat_orders.words(order), **facts)
    tables = hall.tables.values()
    hall.change(*(table for table in tables if order.table_id in (None, table.pk)))
    hall.tell(*EVERYBODY)
