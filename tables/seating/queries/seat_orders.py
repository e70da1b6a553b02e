"""What the floor has ordered about seats and a hand in play holds up, in words and lines."""

from django.db.models import Q
from django.urls import reverse

from engine import rulebooks
from engine.hand.state import Hand
from engine.refusal import Refused
from tables.console.queries.to_do import Press, ToDo
from tables.models import SeatOrder, Table
from tables.models.orders import OrderKind
from tournament.models import Entry, Tournament

CLAUSES = {OrderKind.BREAK: "tda2024:R10", OrderKind.FINAL: "tda2024:RP-9"}


def waiting(tournament_id: int) -> list[SeatOrder]:
    """Every order not carried out yet, the oldest first."""
    orders = SeatOrder.waiting.filter(tournament_id=tournament_id)
    return list(orders.select_related("entry__player", "table").order_by("pk"))


def at(table: Table) -> list[SeatOrder]:
    """The orders that wait for the hand of this table."""
    orders = SeatOrder.waiting.filter(
        Q(table=table) | Q(table=None, tournament=table.tournament_id)
    )
    if not orders.exists():  # as nearly always, and sooner said
        return []
    return list(orders.select_related("entry__player").order_by("pk"))


def words(order: SeatOrder) -> str:
    """What will happen."""
    if order.kind == OrderKind.BREAK and order.table is not None:
        return f"Table {order.table.number} breaks"
    if order.kind == OrderKind.FINAL or order.entry is None:
        return "The final table is drawn"
    return f"{order.entry.name} moves to table {order.to_table}, seat {order.to_seat}"


def notices(orders: list[SeatOrder]) -> list[str]:
    """For the dealer, while the hand goes on."""
    return [f"{words(order)} after this hand" for order in orders]


def check_none(table: Table, hand: Hand | None) -> None:
    """Refuse a hand that would come before what was ordered; a misdeal is dealt again first."""
    if must_wait(hand):
        return
    for order in at(table):
        clause = order.clause or CLAUSES.get(OrderKind(order.kind), "")
        book = table.tournament.rulebook
        raise Refused(_why_first(order), rulebooks.cited(clause, rulebook=book))


def must_wait(hand: Hand | None) -> bool:
    """Whether orders wait for this hand: in play, or a misdeal, dealt again as it was."""
    return hand is not None and (not hand.is_over or hand.ended == "misdeal")


def _why_first(order: SeatOrder) -> str:
    if order.kind == OrderKind.FINAL:
        return "The final table is drawn when every table has ended its hand: wait for the others."
    return f"{words(order)} before the next hand."


def queue(tournament: Tournament, orders: list[SeatOrder]) -> list[ToDo]:
    """The console's line for each: what waits for which hand, and the way to withdraw it."""
    return [
        ToDo(
            kind="order",
            text=f"{words(order)} after {_hand(order)}",
            detail=f"Accepted by {order.by}; {_meanwhile(order)}",
            at=order.at,
            second=Press(
                url=reverse(
                    "withdraw-order", kwargs={"code": tournament.code, "order_id": order.pk}
                ),
                label="Withdraw",
            ),
        )
        for order in orders
    ]


def _hand(order: SeatOrder) -> str:
    return f"the hand at table {order.table.number}" if order.table else "the hands in play"


def _meanwhile(order: SeatOrder) -> str:
    if order.table is None:
        return "no table deals another hand before."
    return f"table {order.table.number} deals no other hand before."


def of_entry(entry: Entry) -> str:
    """Where a player goes after this hand, for their own page; nothing where they stay."""
    order = SeatOrder.waiting.filter(entry=entry).first()
    return f"table {order.to_table}, seat {order.to_seat}" if order is not None else ""
