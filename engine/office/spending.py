"""Money that leaves an event: for what, from which account, and when the rest is banked."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from engine import rulebooks
from engine.office.law.giving import Area, Category, Expense, Purse, keep_a_tenth
from engine.office.law.money import Method
from engine.refusal import Refused

CATEGORY_WORDS: Mapping[Category, str] = {
    Category.EQUIPMENT: "Chips, cards and equipment",
    Category.PREMISES: "Rooms",
    Category.DEALERS: "Dealers",
    Category.WORKERS: "Other workers",
    Category.PRINTING: "Printing and publicity",
    Category.LICENCE: "Licence and permits",
    Category.OTHER: "Other",
}


AREA_WORDS: Mapping[Area, str] = {
    Area.UNLICENSED: "A room without a liquor permit",
    Area.BANQUET: "A banquet room with a permit",
    Area.LIQUOR: "Another area with a liquor permit",
}


def check_floor(purse: Purse, *, rulebook: str) -> None:
    """Refuse whatever leaves less than a tenth of the revenue where dealers are paid."""
    floor = rulebooks.get(rulebook).giving.floor
    if floor.value:
        keep_a_tenth(purse, floor.clause)


def check_guarantee_stays(purse: Purse, *, guaranteed_by: str, rulebook: str) -> None:
    """Refuse to strike out the guarantee under which dealers were paid."""
    floor = rulebooks.get(rulebook).giving.floor
    if floor.value and purse.has_paid_dealers and not guaranteed_by.strip():
        raise Refused("Dealers were paid under this guarantee: it stays.", floor.clause)


def check_expense(expense: Expense, purse: Purse, *, rulebook: str) -> None:
    """Refuse an expense the book does not allow, by its clause."""
    law = rulebooks.get(rulebook).giving
    _check_named(expense, law.named.clause)
    for check, clause in law.spending.value:
        check(expense, purse, clause)
    if expense.method is Method.CHEQUE:
        used = purse.cheques
        check_cheque(expense.cheque, expense.cheque_date, used=used, rulebook=rulebook)


def _check_named(expense: Expense, clause: str) -> None:
    """Every expense says who got how much for what (igr:6.01(d))."""
    if expense.amount <= 0:
        raise Refused("An expense is an amount above zero.", clause)
    if not expense.payee.strip() or not expense.purpose.strip():
        raise Refused("Say who is paid, and for what.", clause)


def check_cheque(number: str, day: date | None, *, used: Collection[str], rulebook: str) -> None:
    """A cheque has a number of its own and a date (igr:8.01(b))."""
    law = rulebooks.get(rulebook).giving
    if not number.strip():
        raise Refused("Enter the cheque number.", law.cheque_number.clause)
    if number.strip() in used:
        why = f"Cheque {number.strip()} is in the books already."
        raise Refused(why, law.cheque_number.clause)
    if day is None:
        raise Refused("Enter the date of the cheque.", law.cheque_date.clause)


# Proceeds: one account, approved purposes, nothing else.


class AccountKind(StrEnum):
    """What the bank calls it."""

    LOTTERY = "lottery"
    GENERAL = "general"
    SAVINGS = "savings"


ACCOUNT_WORDS: Mapping[AccountKind, str] = {
    AccountKind.LOTTERY: "A chequing account for this lottery alone",
    AccountKind.GENERAL: "The general account",
    AccountKind.SAVINGS: "A savings account",
}


def check_organisation(*, organisation: str, purposes: Sequence[str], rulebook: str) -> None:
    """Refuse to go on without the charity that runs it and what it is for (igr:Preamble.1)."""
    named = rulebooks.get(rulebook).giving.organisation
    has_both = organisation.strip() and any(purpose.strip() for purpose in purposes)
    if named.value and not has_both:
        why = "Name the organisation that runs this, and its approved purpose."
        raise Refused(why, named.clause)


def check_account(kind: AccountKind, *, rulebook: str) -> None:
    """Refuse any but a separate chequing account for the proceeds (igr:8.01(a))."""
    own = rulebooks.get(rulebook).giving.account
    if own.value and kind is not AccountKind.LOTTERY:
        raise Refused("Proceeds lie in a chequing account of their own.", own.clause)


def check_transfer(*, rulebook: str) -> None:
    """Refuse to move proceeds to any other account (igr:8.01(d))."""
    forbidden = rulebooks.get(rulebook).giving.no_transfers
    if forbidden.value:
        why = "Nothing moves from the lottery account to another account."
        raise Refused(why, forbidden.clause)


@dataclass(frozen=True, slots=True)
class Disbursement:
    """Proceeds paid to what they are for."""

    payee: str
    amount: int
    purpose: str
    cheque: str
    cheque_date: date | None


def check_disbursement(
    paid: Disbursement, *, approved: Sequence[str], left: int, used: Collection[str], rulebook: str
) -> None:
    """Refuse a payment of proceeds that lacks something, or that was not approved."""
    law = rulebooks.get(rulebook).giving
    check_cheque(paid.cheque, paid.cheque_date, used=used, rulebook=rulebook)
    for is_missing, why, asked in (
        (not paid.payee.strip(), "Say who is paid.", law.payee),
        (paid.amount <= 0, "The amount must be above zero.", law.amount),
        (not paid.purpose.strip(), "Say what it is for.", law.purpose),
    ):
        if is_missing:
            raise Refused(why, asked.clause)
    if law.purposes.value and paid.purpose not in approved:
        raise Refused("This purpose was not approved.", law.purposes.clause)
    if paid.amount > left:
        raise Refused("That is more than the proceeds that are left.", law.within.clause)


def deposit_due(*, gross: int, cash_prizes: int) -> int:
    """What must be banked: everything but the prizes paid in cash (igr:8.01(j))."""
    return gross - cash_prizes


BANKING_DAYS = 2
SATURDAY = 5


def deposit_by(event: date, *, holidays: Collection[date]) -> date:
    """The second banking day after the event (igr:8.01(j)-2)."""
    day, left = event, BANKING_DAYS
    while left:
        day += timedelta(days=1)
        left -= day.weekday() < SATURDAY and day not in holidays
    return day
