"""Floor and director: the draw, moves, balance, and everything arranged about seats."""

from datetime import date

from django.db.models import Count, Q
from ninja import Schema
from pydantic import Field

from engine.seating.seating import Place
from tables.api.operations import AtTable
from tables.commands import TableCommand
from tables.models import KeptApart, Seating, SeatOrder
from tables.models.orders import OrderKind
from tables.models.tables import TableState as State
from tables.play.queries import hands
from tables.seating.services import (
    arrangements,
    arrivals,
    finals,
    latecomers,
    seat_checks,
    seat_orders,
    seating,
    wrong_seats,
)
from tables.seating.services.sitting import Order
from tables.sessions.services import false_starts
from tournament import requests
from tournament.api.answers import Done
from tournament.api.fields import (
    Chips,
    EntryNumber,
    Line,
    Name,
    SeatNumber,
    Sent,
    Someone,
    TableNumber,
    Where,
    Why,
)
from tournament.api.operations import Hall, Here, Operations, one_of
from tournament.permissions import Permission, require

router = Operations(tags=["seats"])
AFTER_HAND = "A hand is in play: it is done when that hand has ended."
ACT = "seats-act"


class Draw(Sent):
    """How seats are drawn; with cards, by the entry's number from 1 for the ace."""

    method: Name = ""
    cards: dict[EntryNumber, int] | None = Field(None, max_length=1000, examples=[{"1": 13}])
    card: Name = Field("", description="Turned in front of everybody, and mixed into the draw.")


class Publishing(Sent):
    """How seats will be drawn."""

    method: Name = ""


class Move(Sent):
    """A player to another seat."""

    entry: EntryNumber
    table: TableNumber
    seat: SeatNumber = Field(ge=1, le=100)
    reason: Line = ""
    clause: Name = ""
    carried_by: Name = ""
    settles_dispute: bool = False
    despite_pair: bool = Field(
        False, description="The player cannot avoid meeting somebody they are kept apart from."
    )


class SeatFor(Sent):
    """A seat for somebody who came late; none named: one is drawn."""

    entry: EntryNumber
    table: TableNumber | None = None
    seat: SeatNumber | None = None
    despite_pair: bool = False

    @property
    def place(self) -> Place | None:
        return place_of(self.table, self.seat)


class Locked(SeatFor):
    """A seat nobody is moved from, and why."""

    reason: Line = ""


class Arrived(Someone):
    """Somebody sits where they should, with the stack that was counted."""

    stack: Chips | None = None


class Pair(Sent):
    """Two entries."""

    entry: EntryNumber
    other: EntryNumber = Field(examples=[2])
    reason: Line = ""


class OutOfUse(Sent):
    """Seats that nobody is given; none: every seat is in use."""

    seats: list[SeatNumber] = Field(max_length=20, examples=[[9]])


class Designation(Sent):
    """A table of the house for this tournament."""

    table: TableNumber
    seats: int = Field(ge=2, le=30, examples=[9])
    place: Name = ""
    approval: Line = ""
    approved_on: date | None = None


class Emergency(Sent):
    """Why there is no time for what the book asks first."""

    emergency: Line = ""


class Breaking(Emergency):
    """Who carries the chips."""

    carried_by: Name = ""


class Carried(Sent):
    """Who carries the chips; a card turned in front of everybody is mixed into the draw."""

    carried_by: Name = ""
    card: Name = ""


class BreakOrder(Sent):
    """The order in which tables are broken."""

    tables: list[TableNumber] = Field(max_length=500, examples=[[3, 2, 1]])


class Accepted(Done):
    """It is accepted; whether it waits for a hand to end."""

    is_waiting: bool = False


class Moved(Accepted):
    """Where somebody sits now, or will when the hand has ended."""

    table: int
    seat: int


class Warned(Accepted):
    """What could not be avoided."""

    warnings: list[str]


class WaitingOrder(Schema):
    """A move or a broken table that waits for a hand to end."""

    id: int
    kind: OrderKind
    table: int | None = Field(description="Whose hand it waits for; null: those of all tables.")
    entry: int | None
    to_table: int | None
    to_seat: int | None


class TableSummary(Schema):
    """A table, how many sit there, and the version a dealer's command names."""

    number: int
    state: State
    version: int
    seats: int
    players: int
    hand_number: int
    is_in_hand: bool


class Waived(Sent):
    """Whether the table is left as it is."""

    is_waived: bool = True


def place_of(table: int | None, seat: int | None) -> Place | None:
    """Both or neither."""
    if (table is None) != (seat is None):
        raise requests.Malformed("Name both table and seat, or neither.")
    return Place(table, seat) if table is not None and seat is not None else None


@router.act("/seats/draw", "Draw the seats", "draw-seats", f"{ACT}/draw")
def draw(here: Here, wish: Draw) -> Warned:
    """Answers with what could not be avoided; `Seats and moves` has everybody's seat."""
    cards = None
    if wish.cards:
        keys = dict(
            here.tournament.entries.filter(withdrawn_at__isnull=True).values_list("number", "pk")
        )
        cards = {pk: wish.cards.get(number, 0) for number, pk in keys.items()}
    warnings = seating.draw(method=wish.method, cards=cards, card=wish.card, **here.by)
    return Warned(warnings=list(warnings))


@router.act("/seats/publish", "Publish a draw of seats before it is made", f"{ACT}/publish")
def publish(here: Here, wish: Publishing) -> None:
    seating.publish(method=wish.method, **here.by)


@router.act("/seats/clear", "Cancel draw", "clear-draw")
def clear_draw(here: Here, wish: Why) -> None:
    seating.clear_draw(reason=wish.reason, **here.by)


@router.act("/play", "Shuffle up and deal", "start-play")
def start_play(here: Here) -> None:
    seating.start_play(**here.by)


@router.act("/play/take-back", "Undo the start", "start-take-back")
def take_back_start(here: Here) -> None:
    false_starts.take_back(**here.by)


@router.act("/moves", "Move a player", "move", f"{ACT}/move")
def move(here: Here, wish: Move) -> Moved:
    order = Order(
        wish.reason or "moved by the floor",
        wish.clause,
        carried_by=wish.carried_by,
        settles_dispute=wish.settles_dispute,
        despite_pair=wish.despite_pair,
    )
    waits = seating.move_player(
        entry_id=here.entry(wish.entry), to=Place(wish.table, wish.seat), order=order, **here.by
    )
    said = AFTER_HAND if waits else ""
    return Moved(words=said, is_waiting=waits is not None, table=wish.table, seat=wish.seat)


@router.act("/moves/back", "Undo a move", "turn-back")
def turn_back(here: Here, wish: Someone) -> None:
    arrivals.turn_back(entry_id=here.entry(wish.entry), **here.by)


@router.act(
    "/moves/arrived",
    "Confirm a player in the new seat",
    "arrived",
    f"{ACT}/arrived",
    may=Permission.SEAT_PLAYERS,
)
def arrived(here: Here, wish: Arrived) -> None:
    sitting = Seating.objects.filter(until__isnull=True)
    seat = one_of(sitting, "player at a table", entry=here.entry(wish.entry))
    wanted = TableCommand(seat.table_id, here.actor, here.now)
    arrivals.confirm(wanted, seat=seat.seat, stack=wish.stack)


@router.look("/orders", "Orders that wait for a hand to end", Permission.SEE_CONSOLE)
def orders(here: Here) -> list[WaitingOrder]:
    waiting = SeatOrder.objects.filter(tournament=here.tournament, closed_at__isnull=True)
    return [
        WaitingOrder(
            id=order.pk,
            kind=OrderKind(order.kind),
            table=order.table.number if order.table else None,
            entry=order.entry.number if order.entry else None,
            to_table=order.to_table,
            to_seat=order.to_seat,
        )
        for order in waiting.select_related("table", "entry")
    ]


@router.act("/orders/{order_id}/withdraw", "Withdraw an order", "withdraw-order")
def withdraw_order(here: Here, order_id: Where) -> None:
    seat_orders.withdraw(order_id=order_id, **here.by)


@router.act("/break", "Break a table", "break-table")
def break_table(here: AtTable, wish: Breaking) -> Warned:
    """Answers with what could not be avoided."""
    broken = seating.break_table(
        number=here.number, carried_by=wish.carried_by, emergency=wish.emergency, **here.by
    )
    words = AFTER_HAND if broken.waits else ""
    is_waiting = bool(broken.waits)
    return Warned(words=words, is_waiting=is_waiting, warnings=list(broken.warnings))


@router.act("/break/undo", "Undo the break of a table", "break-undo")
def undo_break(here: AtTable) -> None:
    arrivals.reopen(number=here.number, **here.by)


@router.act("/final", "Draw the final table", "final-table", f"{ACT}/final")
def final_table(here: Here, wish: Carried) -> Accepted:
    waits = finals.bring_together(carried_by=wish.carried_by, card=wish.card, **here.by)
    return Accepted(words=AFTER_HAND if waits else "", is_waiting=bool(waits))


@router.act("/final/publish", "Publish the final's draw", f"{ACT}/publish_final")
def publish_final(here: Here) -> None:
    finals.publish(**here.by)


@router.act("/seats/check", "Ask every table to confirm its seats", "seat-check")
def ask_for_seats(here: Here) -> None:
    seat_checks.ask(**here.by)


@router.act("/seats/check/drop", "Cancel the seat check", "seat-check-drop")
def drop_seat_check(here: Here) -> None:
    seat_checks.drop(**here.by)


@router.act("/seats/money", "Announce: in the money", "in-the-money")
def in_the_money(here: Here) -> str:
    return seat_checks.announce(**here.by)


@router.act("/seats/give", "Seat a late entry", f"{ACT}/give_seat")
def give_seat(here: Here, wish: SeatFor) -> Moved:
    place = latecomers.give_seat(
        entry_id=here.entry(wish.entry), to=wish.place, despite_pair=wish.despite_pair, **here.by
    )
    words = f"Table {place.table}, seat {place.seat}."
    return Moved(words=words, table=place.table, seat=place.seat)


@router.act("/seats/put-right", "Swap two seats", f"{ACT}/put_right")
def put_right(here: Here, wish: Pair) -> None:
    one, other = (here.entry(number) for number in (wish.entry, wish.other))
    wrong_seats.put_right(one=one, other=other, **here.by)


def _wish(here: Here) -> arrangements.Wish:
    return arrangements.Wish(here.tournament.pk, here.actor, here.now)


@router.act("/seats/lock", "Lock a seat", f"{ACT}/lock")
def lock(here: Here, wish: Locked) -> None:
    arrangements.lock_seat(
        _wish(here), entry_id=here.entry(wish.entry), reason=wish.reason, place=wish.place
    )


@router.act("/seats/unlock", "Unlock a seat", f"{ACT}/unlock")
def unlock(here: Here, wish: Someone) -> None:
    arrangements.unlock_seat(_wish(here), entry_id=here.entry(wish.entry))


@router.act("/pairs", "Keep two players apart", f"{ACT}/apart")
def keep_apart(here: Here, wish: Pair) -> int:
    one, other = (here.entry(number) for number in (wish.entry, wish.other))
    pair = arrangements.keep_apart(_wish(here), one=one, other=other, reason=wish.reason)
    return pair.pk


@router.act("/pairs/{pair_id}/lift", "Lift keeping two players apart", f"{ACT}/together")
def lift_apart(here: Here, pair_id: Where) -> None:
    pairs = KeptApart.objects.filter(tournament=here.tournament)
    require(here.actor, Permission.SEAT_PLAYERS, here.tournament.pk)
    pair = one_of(pairs, "pair", pk=pair_id)
    arrangements.lift_apart(_wish(here), pair_id=pair.pk)


@router.act("/out-of-use", "Set seats out of use", f"{ACT}/out_of_use")
def out_of_use(here: AtTable, wish: OutOfUse) -> None:
    arrangements.set_out_of_use(_wish(here), number=here.number, seats=wish.seats)


@router.show("/tables", "List the tables")
def all_tables(here: Hall) -> list[TableSummary]:
    sitting = Count("seatings", filter=Q(seatings__until=None))
    return [
        TableSummary(
            number=table.number,
            state=State(table.state),
            version=table.version,
            seats=table.seats,
            players=table.sitting,
            hand_number=table.hand_shown,
            is_in_hand=hands.is_in_play(table),
        )
        for table in here.tournament.tables.annotate(sitting=sitting).order_by("number")
    ]


@router.act("/tables", "Designate a table", f"{ACT}/designate")
def designate(here: Here, wish: Designation) -> str:
    said = wish.dict(exclude={"table"})
    wanted = arrangements.Designation(number=wish.table, **said)
    return arrangements.designate(_wish(here), wanted)


@router.act("/remove", "Remove a table", f"{ACT}/withdraw")
def withdraw_table(here: AtTable, wish: Emergency) -> None:
    arrangements.withdraw_table(_wish(here), number=here.number, emergency=wish.emergency)


@router.act("/open", "Open a table", f"{ACT}/open")
def open_table(here: AtTable) -> None:
    arrangements.open_table(_wish(here), number=here.number)


@router.act("/breaking-order", "Set the table break order", f"{ACT}/order")
def declare_order(here: Here, wish: BreakOrder) -> None:
    arrangements.declare_order(_wish(here), numbers=wish.tables)


@router.act("/waive", "Let a short table play on, or pause it", *(f"{ACT}/waive", f"{ACT}/unwaive"))
def waive(here: AtTable, wish: Waived) -> None:
    arrangements.waive(_wish(here), number=here.number, is_waived=wish.is_waived)
