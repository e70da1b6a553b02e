"""Floor and director: the draw, moves, balance, and everything arranged about seats."""

from datetime import date
from typing import Any

from ninja import Router, Schema
from pydantic import Field

from engine.seating import Place
from tables.api.basics import TABLE
from tables.models import KeptApart, Seating, SeatOrder
from tables.services import (
    arrangements,
    arrivals,
    false_starts,
    finals,
    latecomers,
    play,
    seat_checks,
    seat_orders,
    seating,
    wrong_seats,
)
from tables.services.sitting import Order
from tournament import http
from tournament.api.basics import (
    AT,
    Chips,
    Done,
    EntryNumber,
    Line,
    Made,
    Name,
    SeatNumber,
    Signed,
    Someone,
    TableNumber,
    Where,
    action,
    by,
    entry_of,
    find,
    look,
    one_of,
    picture,
)
from tournament.models import Tournament
from tournament.permissions import Permission, require

router = Router(tags=["seats"])
AFTER_HAND = "A hand is in play: it is done when that hand has ended."
ACT = "seats-act"


class Draw(Schema):
    """How seats are drawn; with cards, by the entry's number from 1 for the ace."""

    method: Name = ""
    cards: dict[EntryNumber, int] | None = Field(None, max_length=1000, examples=[{"1": 13}])


class Move(Schema):
    """A player to another seat."""

    entry: EntryNumber
    table: TableNumber
    seat: SeatNumber = Field(ge=1, le=100)
    reason: Line = ""
    clause: Name = ""
    carried_by: Name = ""
    settles_dispute: bool = False
    despite_pair: bool = Field(
        False, description="It cannot be avoided that the player meets one he is kept apart from."
    )


class SeatFor(Schema):
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
    """Somebody sits where he should, with the stack that was counted."""

    stack: Chips | None = None


class Pair(Schema):
    """Two entries."""

    entry: EntryNumber
    other: EntryNumber = Field(examples=[2])
    reason: Line = ""


class OutOfUse(Schema):
    """Seats that nobody is given; none: every seat is in use."""

    seats: list[SeatNumber] = Field([], max_length=20, examples=[[9]])


class Designation(Schema):
    """A table of the house for this tournament."""

    table: TableNumber
    seats: int = Field(ge=2, le=30, examples=[9])
    place: Name = ""
    approval: Line = ""
    approved_on: date | None = None


class Emergency(Schema):
    """Why there is no time for what the book asks first."""

    emergency: Line = ""


class Breaking(Emergency):
    """Who carries the chips."""

    carried_by: Name = ""


class Carried(Schema):
    """Who carries the chips."""

    carried_by: Name = ""


class BreakOrder(Schema):
    """The order in which tables are broken."""

    tables: list[TableNumber] = Field(max_length=500, examples=[[3, 2, 1]])


class Waived(Schema):
    """Whether the table is left as it is."""

    is_waived: bool = True


def place_of(table: int | None, seat: int | None) -> Place | None:
    """Both or neither."""
    if (table is None) != (seat is None):
        raise http.Malformed("Name both table and seat, or neither.")
    return Place(table, seat) if table is not None and seat is not None else None


@action(
    router,
    AT + "/seats/draw",
    "Draw the seats",
    "draw-seats",
    f"{ACT}/draw",
    answers=list[str],
)
def draw(request: Signed, code: str, wish: Draw) -> list[str]:
    """Answers with what could not be avoided."""
    tournament = find(code)
    cards = None
    if wish.cards:
        keys = dict(
            tournament.entries.filter(withdrawn_at__isnull=True).values_list("number", "pk")
        )
        cards = {pk: wish.cards.get(number, 0) for number, pk in keys.items()}
    return list(seating.draw(method=wish.method, cards=cards, **by(request, tournament)))


@action(router, AT + "/seats/clear", "Take the draw back", "clear-draw")
def clear_draw(request: Signed, code: str) -> Done:
    seating.clear_draw(**by(request, find(code)))
    return Done()


@action(router, AT + "/play", "Shuffle up and deal", "start-play")
def start_play(request: Signed, code: str) -> Done:
    seating.start_play(**by(request, find(code)))
    return Done()


@action(router, AT + "/play/take-back", "Take the start back", "start-take-back")
def take_back_start(request: Signed, code: str) -> Done:
    false_starts.take_back(**by(request, find(code)))
    return Done()


@action(router, AT + "/moves", "Move a player", "move", f"{ACT}/move")
def move(request: Signed, code: str, wish: Move) -> Done:
    tournament = find(code)
    order = Order(
        wish.reason or "moved by the floor",
        wish.clause,
        carried_by=wish.carried_by,
        settles_dispute=wish.settles_dispute,
        despite_pair=wish.despite_pair,
    )
    waits = seating.move_player(
        entry_id=entry_of(tournament, wish.entry).pk,
        to=Place(wish.table, wish.seat),
        order=order,
        **by(request, tournament),
    )
    return Done(words=AFTER_HAND if waits else "")


@action(router, AT + "/moves/back", "Take a move back", "turn-back")
def turn_back(request: Signed, code: str, wish: Someone) -> Done:
    tournament = find(code)
    entry = entry_of(tournament, wish.entry)
    arrivals.turn_back(entry_id=entry.pk, **by(request, tournament))
    return Done()


@action(router, AT + "/moves/arrived", "A player sits where he should", "arrived", f"{ACT}/arrived")
def arrived(request: Signed, code: str, wish: Arrived) -> Done:
    tournament = find(code)
    require(request.auth, Permission.SEAT_PLAYERS, tournament.pk)
    entry = entry_of(tournament, wish.entry)
    seats = Seating.objects.filter(entry=entry, until__isnull=True)
    seat = one_of(seats, "player at a table", entry=entry.pk)
    wanted = play.Request(seat.table_id, request.auth, http.now())
    arrivals.confirm(wanted, seat=seat.seat, stack=wish.stack)
    return Done()


@picture(router, AT + "/orders", "What waits for a hand to end", list[dict[str, Any]])
def orders(request: Signed, code: str) -> list[dict[str, Any]]:
    tournament = find(code)
    look(request, Permission.SEE_CONSOLE, tournament)
    waiting = SeatOrder.objects.filter(tournament=tournament, closed_at__isnull=True)
    return [{"id": one.pk, "kind": one.kind} for one in waiting]


@action(router, AT + "/orders/{order_id}/withdraw", "Take an order back", "withdraw-order")
def withdraw_order(request: Signed, code: str, order_id: Where) -> Done:
    seat_orders.withdraw(order_id=order_id, **by(request, find(code)))
    return Done()


@action(router, TABLE + "/break", "Break a table", "break-table", answers=list[str])
def break_table(request: Signed, code: str, number: Where, wish: Breaking) -> list[str]:
    """Answers with what could not be avoided."""
    broken = seating.break_table(
        number=number,
        carried_by=wish.carried_by,
        emergency=wish.emergency,
        **by(request, find(code)),
    )
    return [AFTER_HAND] if broken.waits else list(broken.warnings)


@action(router, AT + "/final", "Bring those who are left together", "final-table")
def final_table(request: Signed, code: str, wish: Carried) -> Done:
    waits = finals.bring_together(carried_by=wish.carried_by, **by(request, find(code)))
    return Done(words=AFTER_HAND if waits else "")


@action(router, AT + "/seats/check", "Ask every table who sits there", "seat-check")
def ask_for_seats(request: Signed, code: str) -> Done:
    seat_checks.ask(**by(request, find(code)))
    return Done()


@action(router, AT + "/seats/check/drop", "The check is not needed", "seat-check-drop")
def drop_seat_check(request: Signed, code: str) -> Done:
    seat_checks.drop(**by(request, find(code)))
    return Done()


@action(router, AT + "/seats/money", "Announce the money", "in-the-money")
def in_the_money(request: Signed, code: str) -> Done:
    return Done(words=seat_checks.announce(**by(request, find(code))))


@action(router, AT + "/seats/give", "Give a latecomer a seat", f"{ACT}/give_seat")
def give_seat(request: Signed, code: str, wish: SeatFor) -> Done:
    tournament = find(code)
    place = latecomers.give_seat(
        entry_id=entry_of(tournament, wish.entry).pk,
        to=wish.place,
        despite_pair=wish.despite_pair,
        **by(request, tournament),
    )
    return Done(words=f"Table {place.table}, seat {place.seat}.")


@action(router, AT + "/seats/put-right", "Two sat in each other's seats", f"{ACT}/put_right")
def put_right(request: Signed, code: str, wish: Pair) -> Done:
    tournament = find(code)
    one, other = (entry_of(tournament, number).pk for number in (wish.entry, wish.other))
    wrong_seats.put_right(one=one, other=other, **by(request, tournament))
    return Done()


def _wish(request: Signed, tournament: Tournament) -> arrangements.Wish:
    return arrangements.Wish(tournament.pk, request.auth, http.now())


@action(router, AT + "/seats/lock", "Lock a seat", f"{ACT}/lock")
def lock(request: Signed, code: str, wish: Locked) -> Done:
    tournament = find(code)
    entry = entry_of(tournament, wish.entry)
    arrangements.lock_seat(
        _wish(request, tournament), entry_id=entry.pk, reason=wish.reason, place=wish.place
    )
    return Done()


@action(router, AT + "/seats/unlock", "Unlock a seat", f"{ACT}/unlock")
def unlock(request: Signed, code: str, wish: Someone) -> Done:
    tournament = find(code)
    entry = entry_of(tournament, wish.entry)
    arrangements.unlock_seat(_wish(request, tournament), entry_id=entry.pk)
    return Done()


@action(router, AT + "/pairs", "Keep two players apart", f"{ACT}/apart", answers=Made)
def keep_apart(request: Signed, code: str, wish: Pair) -> Made:
    tournament = find(code)
    one, other = (entry_of(tournament, number).pk for number in (wish.entry, wish.other))
    pair = arrangements.keep_apart(
        _wish(request, tournament), one=one, other=other, reason=wish.reason
    )
    return Made(id=pair.pk)


@action(router, AT + "/pairs/{pair_id}/lift", "They may meet again", f"{ACT}/together")
def lift_apart(request: Signed, code: str, pair_id: Where) -> Done:
    tournament = find(code)
    pairs = KeptApart.objects.filter(tournament=tournament)
    require(request.auth, Permission.SEAT_PLAYERS, tournament.pk)
    pair = one_of(pairs, "pair", pk=pair_id)
    arrangements.lift_apart(_wish(request, tournament), pair_id=pair.pk)
    return Done()


@action(router, TABLE + "/out-of-use", "Seats nobody is given", f"{ACT}/out_of_use")
def out_of_use(request: Signed, code: str, number: Where, wish: OutOfUse) -> Done:
    arrangements.set_out_of_use(_wish(request, find(code)), number=number, seats=wish.seats)
    return Done()


@action(router, AT + "/tables", "Designate a table", f"{ACT}/designate")
def designate(request: Signed, code: str, wish: Designation) -> Done:
    said = wish.dict(exclude={"table"})
    wanted = arrangements.Designation(number=wish.table, **said)
    return Done(words=arrangements.designate(_wish(request, find(code)), wanted))


@action(router, TABLE + "/remove", "A table is not used any more", f"{ACT}/withdraw")
def withdraw_table(request: Signed, code: str, number: Where, wish: Emergency) -> Done:
    arrangements.withdraw_table(_wish(request, find(code)), number=number, emergency=wish.emergency)
    return Done()


@action(router, TABLE + "/open", "Open a table", f"{ACT}/open")
def open_table(request: Signed, code: str, number: Where) -> Done:
    arrangements.open_table(_wish(request, find(code)), number=number)
    return Done()


@action(router, AT + "/breaking-order", "Declare the order of breaking", f"{ACT}/order")
def declare_order(request: Signed, code: str, wish: BreakOrder) -> Done:
    arrangements.declare_order(_wish(request, find(code)), numbers=wish.tables)
    return Done()


@action(
    router,
    TABLE + "/waive",
    "Leave a table as it is, or not",
    *(f"{ACT}/waive", f"{ACT}/unwaive"),
)
def waive(request: Signed, code: str, number: Where, wish: Waived) -> Done:
    arrangements.waive(_wish(request, find(code)), number=number, is_waived=wish.is_waived)
    return Done()
