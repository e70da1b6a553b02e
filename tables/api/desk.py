"""Desk: what is sold and given during play, and a sale taken back."""

from enum import StrEnum

from engine.office.money import Method
from tables.chips.services import purchases, rebuys, sales
from tables.models import ChipRequest
from tournament.api.fields import Chips, CommandId, Number, Sent, TableNumber, Where, Why
from tournament.api.operations import Here, Operations, one_of

router = Operations(tags=["desk"])


class Sold(StrEnum):
    """What is sold during play."""

    REBUY = "rebuy"
    TOP_UP = "top_up"
    ADD_ON = "add_on"


class Sale(Sent):
    """Chips for a player."""

    kind: Sold
    method: Method = Method.CASH
    ticket: Number | None = None
    command_id: CommandId | None = None


class Gift(Sent):
    """Free chips for everybody still in, or for one table."""

    amount: Chips
    table: TableNumber | None = None
    command_id: CommandId


@router.act("/entries/{number}/purchases", "Sell chips", "sell", "rebuy")
def sell(here: Here, number: Where, sale: Sale) -> None:
    purchases.sell(
        entry_id=here.entry(number),
        kind=purchases.Purchase(sale.kind.value, sale.method, sale.ticket),
        command_id=sale.command_id,
        **here.by,
    )


@router.act(
    "/entries/{number}/purchases/decline", "A player without chips does not buy", "decline-rebuy"
)
def decline(here: Here, number: Where) -> None:
    rebuys.decline(entry_id=here.entry(number), **here.by)


@router.act("/gifts", "Give chips to everybody still in", "give-chips")
def give(here: Here, wish: Gift) -> str:
    count = purchases.give(
        amount=wish.amount, only_table=wish.table, command_id=wish.command_id, **here.by
    )
    return f"{count} players have been given chips."


@router.act("/requests/{request_id}/drop", "A table's wish is not carried out", "drop-request")
def drop_request(here: Here, request_id: Where) -> None:
    purchases.drop_request(
        request_id=here.key(ChipRequest, "request", request_id, "table__tournament"), **here.when
    )


@router.act("/money/{number}/void", "Take a posting back", "money-void")
def void(here: Here, number: Where, why: Why) -> None:
    """With the chips it paid for; both stay in the ledger."""
    posting = one_of(here.tournament.money, "posting", number=number)
    sales.void(posting_id=posting.pk, reason=why.reason, **here.when)
