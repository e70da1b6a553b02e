"""Money that leaves an event: for what, from which account, and when the rest is banked."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from engine import clauses
from engine.office.money import Method
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


CATEGORY_WORDS: Mapping[Category, str] = {
    Category.EQUIPMENT: "Chips, cards and equipment",
    Category.PREMISES: "Rooms",
    Category.DEALERS: "Dealers",
    Category.WORKERS: "Other workers",
    Category.PRINTING: "Printing and publicity",
    Category.LICENCE: "Licence and permits",
    Category.OTHER: "Other",
}


class Area(StrEnum):
    """What kind of room is paid for."""

    UNLICENSED = "unlicensed"
    BANQUET = "banquet"
    LIQUOR = "liquor"


AREA_WORDS: Mapping[Area, str] = {
    Area.UNLICENSED: "A room without a liquor permit",
    Area.BANQUET: "A banquet room with a permit",
    Area.LIQUOR: "Another area with a liquor permit",
}


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


Check = Callable[[Expense, Purse], None]


def has_payee_and_purpose(expense: Expense, *, rulebook: str) -> None:
    """Every expense says who got how much for what (igr:6.01(d))."""
    clause = clauses.own("igr:6.01(d)", rulebook=rulebook)
    if expense.amount <= 0:
        raise Refused("An expense is an amount above zero.", clause)
    if not expense.payee.strip() or not expense.purpose.strip():
        raise Refused("Say who is paid, and for what.", clause)


def from_the_lottery_account(expense: Expense, purse: Purse) -> None:
    """IGR: by cheque from the lottery account, and only what was approved (igr:8.01(c))."""
    if expense.method is not Method.CHEQUE:
        raise Refused("Expenses are paid by cheque from the lottery account.", "igr:8.01(c)")
    if not expense.is_approved:
        raise Refused("Only expenses that were approved may be paid.", "igr:8.01(c)")


def with_a_voucher(expense: Expense, purse: Purse) -> None:
    """The invoice or receipt is kept with the records, so the books name it (igr:8.01(h))."""
    if not expense.voucher.strip():
        raise Refused("Give the number of the invoice or receipt: it is kept.", "igr:8.01(h)")


def equipment_from_the_registered(expense: Expense, purse: Purse) -> None:
    if expense.category is Category.EQUIPMENT and not expense.registration.strip():
        why = "Equipment comes from a registered supplier: give the registration number."
        raise Refused(why, "igr:5.07(b)(i)")


def rooms_at_a_flat_rent(expense: Expense, purse: Purse) -> None:
    if expense.category is not Category.PREMISES:
        return
    if expense.area is Area.LIQUOR:
        raise Refused("No fee is paid for an area with a liquor permit.", "igr:5.07(b)(ii)")
    if expense.is_percentage:
        raise Refused("Rent is a flat amount, never a share of the takings.", "igr:5.07(b)(iii)")


def volunteers_are_not_paid(expense: Expense, purse: Purse) -> None:
    """Nobody who works there is paid; dealers may be, under the executive's guarantee."""
    is_for_dealers = expense.category is Category.DEALERS
    if expense.category is Category.WORKERS or _is_among(expense, purse.staff):
        raise Refused("Those who work here are not paid, in any form.", "igr:5.06(b)")
    if _is_among(expense, purse.dealers) and not is_for_dealers:
        raise Refused("A dealer's pay is entered as such, and nothing besides.", "igr:5.06(b)")
    if is_for_dealers and not purse.is_guaranteed:
        why = "Dealers are paid only if the executive guarantees the net proceeds: record it first."
        raise Refused(why, "igr:5.06(b)-2")


def _is_among(expense: Expense, names: Collection[str]) -> bool:
    return expense.payee.strip().casefold() in {name.casefold() for name in names}


LEAST_NET = 10  # per cent of the gross revenue, where dealers are paid


def leaves_a_tenth(expense: Expense, purse: Purse) -> None:
    """What is paid besides counts as much as the dealers' pay, before it or after it."""
    pays = purse.has_paid_dealers or expense.category is Category.DEALERS
    after = replace(purse, expenses=purse.expenses + expense.amount, has_paid_dealers=pays)
    check_floor(after, rulebook="igr")


def check_floor(purse: Purse, *, rulebook: str) -> None:
    """Refuse whatever leaves less than a tenth of the revenue where dealers are paid."""
    clause = giving(rulebook).floor
    if clause and purse.has_paid_dealers and purse.net * 100 < purse.gross * LEAST_NET:
        why = f"Net proceeds would fall below {LEAST_NET}% of the gross revenue,"
        raise Refused(f"{why} which was guaranteed when dealers were paid.", clause)


def check_guarantee_stays(purse: Purse, *, guaranteed_by: str, rulebook: str) -> None:
    """Refuse to strike out the guarantee under which dealers were paid."""
    clause = giving(rulebook).floor
    if clause and purse.has_paid_dealers and not guaranteed_by.strip():
        raise Refused("Dealers were paid under this guarantee: it stays.", clause)


CHECKS: Mapping[str, tuple[Check, ...]] = {
    "igr": (
        volunteers_are_not_paid,
        equipment_from_the_registered,
        rooms_at_a_flat_rent,
        leaves_a_tenth,
        from_the_lottery_account,
        with_a_voucher,
    ),
}


def check_expense(expense: Expense, purse: Purse, *, rulebook: str) -> None:
    """Refuse an expense the book does not allow, by its clause."""
    has_payee_and_purpose(expense, rulebook=rulebook)
    for check in CHECKS.get(rulebook, ()):
        check(expense, purse)
    if expense.method is Method.CHEQUE:
        used = purse.cheques
        check_cheque(expense.cheque, expense.cheque_date, used=used, rulebook=rulebook)


def check_cheque(number: str, day: date | None, *, used: Collection[str], rulebook: str) -> None:
    """A cheque has a number of its own and a date (igr:8.01(b))."""
    numbered = clauses.own("igr:8.01(b)(i)", rulebook=rulebook)
    if not number.strip():
        raise Refused("Give the number of the cheque.", numbered)
    if number.strip() in used:
        raise Refused(f"Cheque {number.strip()} is in the books already.", numbered)
    if day is None:
        dated = clauses.own("igr:8.01(b)(ii)", rulebook=rulebook)
        raise Refused("Give the date of the cheque.", dated)


# Proceeds: one account, approved purposes, nothing else.


@dataclass(frozen=True, slots=True)
class GivingRules:
    """What a book says about the money that is left."""

    names_organisation: str = ""  # the clause by which a charity and its purpose are named
    account: str = ""
    no_transfers: str = ""
    purposes: str = ""
    needs_signature: str = ""
    deposit: str = ""
    floor: str = ""  # the clause by which dealers are paid only while a tenth is left


GIVING: Mapping[str, GivingRules] = {
    "igr": GivingRules(
        names_organisation="igr:Preamble.1",
        account="igr:8.01(a)",
        no_transfers="igr:8.01(d)",
        purposes="igr:5.02(b)",
        needs_signature="igr:8.01(i)",
        deposit="igr:8.01(j)",
        floor="igr:5.06(b)-2",
    ),
}
NOTHING_SAID = GivingRules()


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


def giving(rulebook: str) -> GivingRules:
    """The book's word on what is left, or none."""
    return GIVING.get(rulebook, NOTHING_SAID)


def check_organisation(*, organisation: str, purposes: Sequence[str], rulebook: str) -> None:
    """Refuse to go on without the charity that runs it and what it is for (igr:Preamble.1)."""
    clause = giving(rulebook).names_organisation
    if clause and not (organisation.strip() and any(purpose.strip() for purpose in purposes)):
        raise Refused("Name the organisation that runs this, and its approved purpose.", clause)


def check_account(kind: AccountKind, *, rulebook: str) -> None:
    """Refuse any but a separate chequing account for the proceeds (igr:8.01(a))."""
    clause = giving(rulebook).account
    if clause and kind is not AccountKind.LOTTERY:
        raise Refused("Proceeds lie in a chequing account of their own.", clause)


def check_transfer(*, rulebook: str) -> None:
    """Refuse to move proceeds to any other account (igr:8.01(d))."""
    clause = giving(rulebook).no_transfers
    if clause:
        raise Refused("Nothing moves from the lottery account to another account.", clause)


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
    check_cheque(paid.cheque, paid.cheque_date, used=used, rulebook=rulebook)
    for is_missing, why, clause in (
        (not paid.payee.strip(), "Say who is paid.", "igr:8.01(b)(iii)"),
        (paid.amount <= 0, "The amount must be above zero.", "igr:8.01(b)(iv)"),
        (not paid.purpose.strip(), "Say what it is for.", "igr:8.01(b)(v)"),
    ):
        if is_missing:
            raise Refused(why, clauses.own(clause, rulebook=rulebook))
    clause = giving(rulebook).purposes
    if clause and paid.purpose not in approved:
        raise Refused("This purpose was not approved.", clause)
    if paid.amount > left:
        why = "That is more than the proceeds that are left."
        raise Refused(why, clauses.own("igr:8.01(f)", rulebook=rulebook))


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
