"""Desk: what is sold and given during play, and a sale taken back."""

from enum import StrEnum

from ninja import Router, Schema

from engine.money import Method
from tables.models import ChipRequest
from tables.services import purchases, rebuys, sales
from tournament import http
from tournament.api.basics import (
    AT,
    Chips,
    CommandId,
    Done,
    Number,
    Signed,
    TableNumber,
    Where,
    Why,
    action,
    by,
    entry_of,
    find,
    one_of,
)

router = Router(tags=["desk"])


class Sold(StrEnum):
    """What is sold during play."""

    REBUY = "rebuy"
    TOP_UP = "top_up"
    ADD_ON = "add_on"


class Sale(Schema):
    """Chips for a player."""

    kind: Sold
    method: Method = Method.CASH
    ticket: Number | None = None
    command_id: CommandId | None = None


class Gift(Schema):
    """Free chips for everybody still in, or for one table."""

    amount: Chips
    table: TableNumber | None = None
    command_id: CommandId


@action(router, AT + "/entries/{number}/purchases", "Sell chips", "sell", "rebuy")
def sell(request: Signed, code: str, number: Where, sale: Sale) -> Done:
    tournament = find(code)
    entry = entry_of(tournament, number)
    purchases.sell(
        entry_id=entry.pk,
        kind=purchases.Purchase(sale.kind.value, sale.method, sale.ticket),
        command_id=sale.command_id,
        **by(request, tournament),
    )
    return Done()


@action(
    router,
    AT + "/entries/{number}/purchases/decline",
    "A player without chips does not buy",
    "decline-rebuy",
)
def decline(request: Signed, code: str, number: Where) -> Done:
    tournament = find(code)
    rebuys.decline(entry_id=entry_of(tournament, number).pk, **by(request, tournament))
    return Done()


@action(router, AT + "/gifts", "Give chips to everybody still in", "give-chips")
def give(request: Signed, code: str, wish: Gift) -> Done:
    count = purchases.give(
        amount=wish.amount,
        only_table=wish.table,
        command_id=wish.command_id,
        **by(request, find(code)),
    )
    return Done(words=f"{count} players have been given chips.")


@action(
    router, AT + "/requests/{request_id}/drop", "A table's wish is not carried out", "drop-request"
)
def drop_request(request: Signed, code: str, request_id: Where) -> Done:
    wishes = ChipRequest.objects.filter(table__tournament=find(code))
    asked = one_of(wishes, "request", pk=request_id)
    purchases.drop_request(request_id=asked.pk, actor=request.auth, now=http.now())
    return Done()


@action(router, AT + "/money/{number}/void", "Take a posting back", "money-void")
def void(request: Signed, code: str, number: Where, why: Why) -> Done:
    """With the chips it paid for; both stay in the ledger."""
    posting = one_of(find(code).money, "posting", number=number)
    sales.void(posting_id=posting.pk, reason=why.reason, actor=request.auth, now=http.now())
    return Done()
