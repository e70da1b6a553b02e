"""Desk and director: prices, drawers, expenses and the proceeds. All amounts are in cents."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date
from enum import StrEnum

from pydantic import Field

from engine.office import money as engine_money
from engine.office import spending
from engine.office.law import giving
from engine.office.law.giving import Area, Category
from engine.office.law.money import Method
from engine.office.money import CHIPS, FEES, Sold
from engine.structure import sale_terms
from tournament import requests
from tournament.api.answers import Trial, trial
from tournament.api.fields import Cents, Chips, CommandId, Count, Line, Name, Sent
from tournament.api.operations import Here, Operations, find
from tournament.models import Proceeds
from tournament.money.queries import money_page
from tournament.money.services import money_desk, proceeds
from tournament.permissions import Permission
from tournament.setup.services import dry_run

router = Operations(tags=["money"])


class Prices(Sent):
    """What each thing costs and what of it is the fee: entry, rebuy, top_up, add_on. What stays
    out stays as it is."""

    price: dict[Sold, Cents] = Field({}, max_length=4, examples=[{"entry": 11000}])
    fee: dict[Sold, Cents] = Field({}, max_length=4, examples=[{"entry": 1000}])


class SaleTerms(Sent):
    """Chips sold during play; what stays out stays as it is."""

    is_sold: bool = True
    chips: Chips = 0
    most: Count | None = None
    stack_below: Chips | None = None


class Sales(Sent):
    """What is sold during play: rebuy, top_up, add_on."""

    sales: dict[Sold, SaleTerms] = Field(max_length=3, examples=[{"rebuy": {"chips": 5000}}])


class Repeatable(Sent):
    """Sent twice with the same id, it counts once."""

    command_id: CommandId


class Change(Repeatable):
    """Cash brought into a drawer, or below zero: taken out of it."""

    amount: int = Field(ge=-(10**11), le=10**11, examples=[20000])
    note: Line = ""


class Drawer(Sent):
    """A drawer counted."""

    cashier: Name
    amount: Cents
    note: Line = ""


class Expense(Repeatable):
    """Something paid to run the event."""

    category: Category
    payee: Line = Field(examples=["Print shop"])
    amount: Cents
    purpose: Line = Field(examples=["Tickets"])
    method: Method = Method.CASH
    is_approved: bool = False
    registration: Line = ""
    area: Area | None = None
    is_percentage: bool = False
    cheque: Name = ""
    cheque_date: date | None = None
    voucher: Name = Field("", examples=["Invoice 118"])


class Purpose(Sent):
    """Who runs the event, and what for; what stays out stays as it is."""

    organisation: Line = Field("", examples=["Rotary Club"])
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


@router.act("/money/prices", "Save prices", "money-prices")
def prices(here: Here, wish: Prices) -> None:
    _fix_prices(here, wish)


def _fix_prices(here: Here, wish: Prices) -> list[str]:
    plain = here.tournament.structure
    price = {what: engine_money.price(plain, what) for what in FEES} | wish.price
    fee = {what: plain.get(field, 0) for what, field in FEES.items()} | wish.fee
    money_desk.set_prices(money_desk.Prices(price, fee), **here.by)
    return money_page.split_words(find(here.tournament.code))


@router.act(
    "/money/prices/check",
    "Check prices against the rulebook",
    "money-check",
    may=Permission.RUN_TOURNAMENT,
)
def check_prices(here: Here, wish: Prices) -> Trial:
    return trial(dry_run.of(lambda: _fix_prices(here, wish)))


@router.act(
    "/money/sales", "Set what is sold during play", "money-sales", may=Permission.RUN_TOURNAMENT
)
def sales(here: Here, wish: Sales) -> None:
    _fix_sales(here, wish)


def _fix_sales(here: Here, wish: Sales) -> list[str]:
    _check_known(wish.sales, CHIPS)
    now = {what: sale_terms.of(here.tournament.structure, what) for what in wish.sales}
    sold = {
        what: sale.over(replace(now[what], is_sold=sale.is_sold))
        for what, sale in wish.sales.items()
    }
    money_desk.set_sales(sold, **here.by)
    return []


@router.act(
    "/money/sales/check",
    "Check sales against the rulebook",
    "money-check",
    may=Permission.RUN_TOURNAMENT,
)
def check_sales(here: Here, wish: Sales) -> Trial:
    return trial(dry_run.of(lambda: _fix_sales(here, wish)))


def _check_known(given: Iterable[str], known: Collection[str]) -> None:
    if strange := sorted(set(given) - set(known)):
        raise requests.Malformed(f"Not sold here: {', '.join(strange)}. Known: {', '.join(known)}.")


@router.act("/money/change", "Put cash into a drawer or take it out", "money-change")
def change(here: Here, wish: Change) -> None:
    money_desk.bring_change(
        amount=wish.amount, note=wish.note, command_id=wish.command_id, **here.by
    )


@router.act("/money/count", "Count a drawer", "money-count")
def count(here: Here, wish: Drawer) -> str:
    counted = money_desk.Counted(wish.cashier, wish.amount, wish.note)
    made = money_desk.count_drawer(counted, **here.by)
    return "It matches the ledger." if not made.difference else "The difference is posted."


@router.act("/money/expense", "Pay an expense", "money-expense")
def expense(here: Here, wish: Expense) -> None:
    spent = giving.Expense(**wish.dict(exclude={"command_id"}))
    proceeds.spend(spent, command_id=wish.command_id, **here.by)


@router.act("/money/purpose", "Set the organisation and its purposes", "money-purpose")
def purpose(here: Here, wish: Purpose) -> None:
    kept = Proceeds.objects.filter(tournament=here.tournament).first() or Proceeds()
    was = proceeds.Purpose(
        organisation=kept.organisation,
        purposes=tuple(kept.purposes),
        account=kept.account,
        account_kind=wish.account_kind,
        bank_holidays=tuple(map(date.fromisoformat, kept.bank_holidays)),
        guaranteed_by=kept.guaranteed_by,
    )
    made = wish.over(was)
    proceeds.set_purpose(
        replace(made, purposes=tuple(made.purposes), bank_holidays=tuple(made.bank_holidays)),
        **here.by,
    )


@router.act("/money/bank", "Post a bank transaction", "money-bank")
def bank(here: Here, wish: Bank) -> None:
    where = here.by
    if wish.kind == Banking.INTEREST:
        proceeds.add_interest(amount=wish.amount, command_id=wish.command_id, **where)
    elif wish.kind == Banking.ELSEWHERE:
        proceeds.move_elsewhere(
            amount=wish.amount, account=wish.account, command_id=wish.command_id, **where
        )
    else:
        proceeds.bank(amount=wish.amount, command_id=wish.command_id, **where)


@router.act("/money/disburse", "Pay out proceeds", "money-disburse")
def disburse(here: Here, wish: Disbursement) -> None:
    paid = spending.Disbursement(**wish.dict(exclude={"command_id"}))
    proceeds.disburse(paid, command_id=wish.command_id, **here.by)
