"""What a book says of money that leaves an event, and of what is left."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from engine.answers import Answer
from engine.office.law.money import Method
from engine.refusal import Refused


class Category(StrEnum):
    """What an expense is for."""

    EQUIPMENT = "equipment"
    PREMISES = "premises"
    DEALERS = "dealers"
    WORKERS = "workers"
    PRINTING = "printing"
    LICENCE = "licence"
    OTHER = "other"


class Area(StrEnum):
    """What kind of room is paid for."""

    UNLICENSED = "unlicensed"
    BANQUET = "banquet"
    LIQUOR = "liquor"


@dataclass(frozen=True, slots=True)
class Expense:
    """One payment to run the event, with what the books ask of it."""

    category: Category
    payee: str
    amount: int
    purpose: str
    method: Method = Method.CASH
    is_approved: bool = False
    registration: str = ""
    area: Area | None = None
    is_percentage: bool = False
    cheque: str = ""
    cheque_date: date | None = None
    voucher: str = ""


@dataclass(frozen=True, slots=True)
class Purse:
    """What an expense is measured against."""

    gross: int = 0
    prizes: int = 0
    expenses: int = 0
    staff: Collection[str] = ()
    dealers: Collection[str] = ()
    is_guaranteed: bool = False
    has_paid_dealers: bool = False
    cheques: Collection[str] = ()

    @property
    def net(self) -> int:
        """Gross revenue less all prizes and expenses (igr:1.01(f))."""
        return self.gross - self.prizes - self.expenses


Check = Callable[[Expense, Purse, str], None]  # refuses by the clause it is given


@dataclass(frozen=True, slots=True)
class GivingLaw:
    """What is spent and what is left, one field per question."""

    spending: Answer[tuple[tuple[Check, str], ...]]  # each check, and by which clause
    named: Answer[bool]  # an expense says who got how much for what
    cheque_number: Answer[bool]
    cheque_date: Answer[bool]
    payee: Answer[bool]
    amount: Answer[bool]
    purpose: Answer[bool]
    within: Answer[bool]  # no more is given than is left
    organisation: Answer[bool]  # a charity and its purpose are named
    account: Answer[bool]  # proceeds lie in an account of their own
    no_transfers: Answer[bool]
    purposes: Answer[bool]  # only to what was approved
    signature: Answer[bool]  # who gets a prize signs for it
    floor: Answer[bool]  # dealers are paid only while a tenth is left


def from_the_lottery_account(expense: Expense, purse: Purse, clause: str) -> None:
    """By cheque from the event's own account, and only what was approved."""
    if expense.method is not Method.CHEQUE:
        raise Refused("Expenses are paid by cheque from the lottery account.", clause)
    if not expense.is_approved:
        raise Refused("Only expenses that were approved may be paid.", clause)


def with_a_voucher(expense: Expense, purse: Purse, clause: str) -> None:
    """The invoice or receipt is kept with the records, so the books name it."""
    if not expense.voucher.strip():
        raise Refused("Enter the number of the invoice or receipt.", clause)


def equipment_from_the_registered(expense: Expense, purse: Purse, clause: str) -> None:
    if expense.category is Category.EQUIPMENT and not expense.registration.strip():
        why = "Equipment comes from a registered supplier: give the registration number."
        raise Refused(why, clause)


def no_rent_for_a_bar(expense: Expense, purse: Purse, clause: str) -> None:
    if expense.category is Category.PREMISES and expense.area is Area.LIQUOR:
        raise Refused("No fee is paid for an area with a liquor permit.", clause)


def rooms_at_a_flat_rent(expense: Expense, purse: Purse, clause: str) -> None:
    if expense.category is Category.PREMISES and expense.is_percentage:
        raise Refused("Rent is a flat amount, never a share of the takings.", clause)


def volunteers_are_not_paid(expense: Expense, purse: Purse, clause: str) -> None:
    """Nobody who works there is paid, unless as a dealer."""
    if expense.category is Category.WORKERS or _is_among(expense, purse.staff):
        raise Refused("Those who work here are not paid, in any form.", clause)
    if _is_among(expense, purse.dealers) and expense.category is not Category.DEALERS:
        raise Refused("A dealer's pay is entered as such, and nothing besides.", clause)


def dealers_under_a_guarantee(expense: Expense, purse: Purse, clause: str) -> None:
    if expense.category is Category.DEALERS and not purse.is_guaranteed:
        why = "Dealers are paid only if the executive guarantees the net proceeds: record it first."
        raise Refused(why, clause)


def _is_among(expense: Expense, names: Collection[str]) -> bool:
    return expense.payee.strip().casefold() in {name.casefold() for name in names}


LEAST_NET = 10  # per cent of the gross revenue, where dealers are paid


def leaves_a_tenth(expense: Expense, purse: Purse, clause: str) -> None:
    """What is paid besides counts as much as the dealers' pay, before it or after it."""
    pays = purse.has_paid_dealers or expense.category is Category.DEALERS
    after = replace(purse, expenses=purse.expenses + expense.amount, has_paid_dealers=pays)
    keep_a_tenth(after, clause)


def keep_a_tenth(purse: Purse, clause: str) -> None:
    """Refuse whatever leaves less than a tenth of the revenue where dealers are paid."""
    if purse.has_paid_dealers and purse.net * 100 < purse.gross * LEAST_NET:
        why = f"Net proceeds would fall below {LEAST_NET}% of the gross revenue,"
        raise Refused(f"{why} which was guaranteed when dealers were paid.", clause)
