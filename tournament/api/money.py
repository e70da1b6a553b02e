"""Desk and director: prices, drawers, expenses and the proceeds. All amounts are in cents."""

from collections.abc import Collection, Iterable
from datetime import date
from enum import StrEnum

from ninja import Router, Schema
from pydantic import Field

from engine import sale_terms, spending
from engine.money import FEES, Method
from tournament import http
from tournament.api.basics import (
    AT,
    Cents,
    Chips,
    CommandId,
    Count,
    Done,
    EntryNumber,
    Line,
    Name,
    Signed,
    Trial,
    action,
    by,
    entry_of,
    find,
    trial,
)
from tournament.models import Tournament
from tournament.permissions import Permission, require
from tournament.queries import money_page
from tournament.services import money_desk, proceeds, trials

router = Router(tags=["money"])


class Prices(Schema):
    """What each thing costs and what of it is the fee: entry, rebuy, top_up, add_on."""

    price: dict[str, Cents] = Field(max_length=4, examples=[{"entry": 11000}])
    fee: dict[str, Cents] = Field({}, max_length=4, examples=[{"entry": 1000}])


class SaleTerms(Schema):
    """Chips sold during play."""

    is_sold: bool = True
    chips: Chips
    most: Count | None = None
    stack_below: Chips | None = None


class Sales(Schema):
    """What is sold during play: rebuy, top_up, add_on."""

    sales: dict[str, SaleTerms] = Field(max_length=3, examples=[{"rebuy": {"chips": 5000}}])


class EntryPayment(Schema):
    """An entry pays."""

    entry: EntryNumber
    method: Method = Method.CASH


class Repeatable(Schema):
    """Sent twice with the same id, it counts once."""

    command_id: CommandId


class Change(Repeatable):
    """Cash brought into a drawer, or below zero: taken out of it."""

    amount: int = Field(ge=-(10**11), le=10**11, examples=[20000])
    note: Line = ""


class Drawer(Schema):
    """A drawer counted."""

    cashier: Name
    amount: Cents
    note: Line = ""


class Expense(Repeatable):
    """Something paid to run the event."""

    category: spending.Category
    payee: Line = Field(examples=["Print shop"])
    amount: Cents
    purpose: Line = Field(examples=["Tickets"])
    method: Method = Method.CASH
    is_approved: bool = False
    registration: Line = ""
    area: spending.Area | None = None
    is_percentage: bool = False
    cheque: Name = ""
    cheque_date: date | None = None


class Purpose(Schema):
    """Who runs the event, and what for."""

    organisation: Line = Field(examples=["Rotary Club"])
    purposes: list[Line] = Field([], max_length=20, examples=[["Scholarships"]])
    account: Line = ""
    account_kind: spending.AccountKind
    bank_holidays: list[date] = Field([], max_length=60, examples=[["2027-04-25"]])
    guaranteed_by: Line = ""


class Banking(StrEnum):
    """What happens with the bank."""

    BANK = "bank"
    INTEREST = "interest"
    ELSEWHERE = "elsewhere"


class Bank(Repeatable):
    """Cash to the bank, interest from it, or a wish to move it elsewhere."""

    kind: Banking = Banking.BANK
    amount: Cents
    account: Line = ""


class Disbursement(Repeatable):
    """Proceeds paid to what they are for."""

    payee: Line = Field(examples=["Food Bank"])
    amount: Cents
    purpose: Line = Field(examples=["Scholarships"])
    cheque: Name = ""
    cheque_date: date | None = None


@action(router, AT + "/money/prices", "Fix the prices", "money-prices")
def prices(request: Signed, code: str, wish: Prices) -> Done:
    _fix_prices(request, find(code), wish)
    return Done()


def _fix_prices(request: Signed, tournament: Tournament, wish: Prices) -> list[str]:
    _check_known((*wish.price, *wish.fee), FEES)
    fees = {what: wish.fee.get(what, 0) for what in wish.price}
    money_desk.set_prices(money_desk.Prices(wish.price, fees), **by(request, tournament))
    return money_page.split_words(find(tournament.code))


@action(
    router,
    AT + "/money/prices/check",
    "What the book has against prices",
    "money-check",
    answers=Trial,
)
def check_prices(request: Signed, code: str, wish: Prices) -> Trial:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    return trial(trials.of(lambda: _fix_prices(request, tournament, wish)))


@action(router, AT + "/money/sales", "Fix what is sold during play", "money-sales")
def sales(request: Signed, code: str, wish: Sales) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    _fix_sales(request, tournament, wish)
    return Done()


def _fix_sales(request: Signed, tournament: Tournament, wish: Sales) -> list[str]:
    _check_known(wish.sales, sale_terms.KEYS)
    sold = {what: sale_terms.Sale(**sale.dict()) for what, sale in wish.sales.items()}
    money_desk.set_sales(sold, **by(request, tournament))
    return []


@action(
    router,
    AT + "/money/sales/check",
    "What the book has against sales",
    "money-check",
    answers=Trial,
)
def check_sales(request: Signed, code: str, wish: Sales) -> Trial:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    return trial(trials.of(lambda: _fix_sales(request, tournament, wish)))


def _check_known(given: Iterable[str], known: Collection[str]) -> None:
    if strange := sorted(set(given) - set(known)):
        raise http.Malformed(f"Not sold here: {', '.join(strange)}. Known: {', '.join(known)}.")


@action(router, AT + "/money/receive", "An entry pays", "money-receive")
def receive(request: Signed, code: str, paid: EntryPayment) -> Done:
    tournament = find(code)
    entry = entry_of(tournament, paid.entry)
    money_desk.receive_entry(entry_id=entry.pk, method=paid.method, **by(request, tournament))
    return Done()


@action(router, AT + "/money/change", "Cash into or out of a drawer", "money-change")
def change(request: Signed, code: str, wish: Change) -> Done:
    money_desk.bring_change(
        amount=wish.amount,
        note=wish.note,
        command_id=wish.command_id,
        **by(request, find(code)),
    )
    return Done()


@action(router, AT + "/money/count", "Count a drawer", "money-count")
def count(request: Signed, code: str, wish: Drawer) -> Done:
    counted = money_desk.Counted(wish.cashier, wish.amount, wish.note)
    made = money_desk.count_drawer(counted, **by(request, find(code)))
    agrees = "It agrees with the ledger." if not made.difference else "The difference is posted."
    return Done(words=agrees)


@action(router, AT + "/money/expense", "Pay an expense", "money-expense")
def expense(request: Signed, code: str, wish: Expense) -> Done:
    spent = spending.Expense(**wish.dict(exclude={"command_id"}))
    proceeds.spend(spent, command_id=wish.command_id, **by(request, find(code)))
    return Done()


@action(router, AT + "/money/purpose", "Say who runs the event and what for", "money-purpose")
def purpose(request: Signed, code: str, wish: Purpose) -> Done:
    said = wish.dict(exclude={"purposes", "bank_holidays"})
    made = proceeds.Purpose(
        **said, purposes=tuple(wish.purposes), bank_holidays=tuple(wish.bank_holidays)
    )
    proceeds.set_purpose(made, **by(request, find(code)))
    return Done()


@action(router, AT + "/money/bank", "Cash to the bank, or interest from it", "money-bank")
def bank(request: Signed, code: str, wish: Bank) -> Done:
    where = by(request, find(code))
    if wish.kind == Banking.INTEREST:
        proceeds.add_interest(amount=wish.amount, command_id=wish.command_id, **where)
    elif wish.kind == Banking.ELSEWHERE:
        proceeds.move_elsewhere(
            amount=wish.amount, account=wish.account, command_id=wish.command_id, **where
        )
    else:
        proceeds.bank(amount=wish.amount, command_id=wish.command_id, **where)
    return Done()


@action(router, AT + "/money/disburse", "Pay the proceeds out", "money-disburse")
def disburse(request: Signed, code: str, wish: Disbursement) -> Done:
    paid = spending.Disbursement(**wish.dict(exclude={"command_id"}))
    proceeds.disburse(paid, command_id=wish.command_id, **by(request, find(code)))
    return Done()
