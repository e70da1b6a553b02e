"""Desk: what is sold and given during play, and a sale taken back."""

from typing import Literal
from uuid import UUID

from engine.office.law.money import Method
from engine.office.money import Sold
from tables.chips.services import purchases, rebuys, sales
from tables.models import ChipRequest
from tournament.api.answers import Done
from tournament.api.fields import Chips, CommandId, Number, Sent, TableNumber, Where, Why
from tournament.api.operations import Here, Operations, one_of

router = Operations(tags=["desk"])


class ChipSale(Sent):
    """Chips for a player."""

    kind: Literal["rebuy", "top_up", "add_on"]
    method: Method = Method.CASH
    ticket: Number | None = None
    command_id: CommandId | None = None


class EntryPayment(Sent):
    """The money of an entry that was to pay later."""

    method: Method = Method.CASH
    command_id: CommandId | None = None


class Sale(Done):
    """What was sold, the number of its receipt (none where nothing was paid), and the stack."""

    receipt: int | None
    stack: int


class Gift(Sent):
    """Free chips for everybody still in, or for one table."""

    amount: Chips
    table: TableNumber | None = None
    command_id: CommandId


@router.act("/entries/{number}/purchases", "Sell chips", "sell")
def sell(here: Here, number: Where, sale: ChipSale) -> Sale:
    wanted = sales.Purchase(Sold(sale.kind), sale.method, sale.ticket)
    return _sell(here, number, wanted, sale.command_id)


@router.act("/entries/{number}/pay", "Take payment for an entry", "entry-pay")
def pay(here: Here, number: Where, paid: EntryPayment) -> Sale:
    return _sell(here, number, sales.Purchase(Sold.ENTRY, paid.method), paid.command_id)


def _sell(here: Here, number: int, wanted: sales.Purchase, command_id: UUID | None) -> Sale:
    made = sales.sell(wanted, entry_id=here.entry(number), command_id=command_id, **here.by)
    stack = here.tournament.entries.get(number=number).stack
    receipt = made.receipt.number if made.receipt else None
    return Sale(words=made.words, receipt=receipt, stack=stack)


@router.act(
    "/entries/{number}/purchases/decline",
    "Decline a rebuy",
    "decline-rebuy",
)
def decline(here: Here, number: Where) -> None:
    rebuys.decline(entry_id=here.entry(number), **here.by)


@router.act(
    "/entries/{number}/purchases/decline/undo",
    "A player who declined may rebuy after all",
    "decline-undo",
)
def undo_decline(here: Here, number: Where) -> None:
    rebuys.wait_again(entry_id=here.entry(number), **here.by)


@router.act("/gifts", "Give chips to every player still in", "give-chips")
def give(here: Here, wish: Gift) -> str:
    count = purchases.give(
        amount=wish.amount, only_table=wish.table, command_id=wish.command_id, **here.by
    )
    return f"{count} players received chips."


@router.act("/requests/{request_id}/drop", "Decline a table's rebuy request", "drop-request")
def drop_request(here: Here, request_id: Where) -> None:
    purchases.drop_request(
        request_id=here.key(ChipRequest, "request", request_id, "table__tournament"), **here.when
    )


@router.act("/money/{number}/void", "Void a posting", "money-void")
def void(here: Here, number: Where, why: Why) -> None:
    """With the chips it paid for; both stay in the ledger."""
    posting = one_of(here.tournament.money, "posting", number=number)
    sales.void(posting_id=posting.pk, reason=why.reason, **here.when)
