"""Money by the book: which accounts there are, how a payment splits, who may pay how.

Amounts are whole cents. The lines of a posting add up to zero: what comes into an account is above
zero, what goes out of it or is owed to somebody is below.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.amounts import dollars
from engine.prizes.payouts import FREE_ROLL, FREEZE_OUT, REBUY, check_contribution
from engine.refusal import Refused


class Account(StrEnum):
    """Where money is, or whose it is."""

    CASH = "cash"
    CARD = "card"
    BANK = "bank"
    PRIZE_POOL = "prize_pool"
    ADDED_PRIZES = "added_prizes"
    PLAYERS = "players"
    CROWN = "crown"
    HOUSE_FEE = "house_fee"
    HOUSE = "house"
    PROCEEDS = "proceeds"
    EXPENSES = "expenses"
    DONATIONS = "donations"
    DIFFERENCES = "differences"


WORDS: Mapping[Account, str] = {
    Account.CASH: "Cash in the drawers",
    Account.CARD: "Card payments",
    Account.BANK: "Bank account",
    Account.PRIZE_POOL: "Prize pool",
    Account.ADDED_PRIZES: "Prizes added by the house",
    Account.PLAYERS: "Prizes awarded, not yet paid",
    Account.CROWN: "Forfeited to the Crown",
    Account.HOUSE_FEE: "House fee",
    Account.HOUSE: "Paid in by the house",
    Account.PROCEEDS: "Proceeds",
    Account.EXPENSES: "Expenses",
    Account.DONATIONS: "Donations",
    Account.DIFFERENCES: "Cash differences",
}
HELD = (Account.CASH, Account.CARD, Account.BANK)  # money that is there; the rest says whose it is
SPENT = (Account.EXPENSES, Account.DONATIONS, Account.DIFFERENCES)


@dataclass(frozen=True, slots=True)
class Line:
    """One account's part of a posting."""

    account: Account
    amount: int


def check_balanced(lines: Iterable[Line]) -> None:
    """Refuse a posting whose lines do not add up to zero, or that moves nothing."""
    amounts = [line.amount for line in lines]
    if not any(amounts):
        raise Refused("A posting moves an amount above zero.")
    if sum(amounts):
        raise Refused("What goes in and what goes out must be the same amount.")


class Method(StrEnum):
    """How money changes hands."""

    CASH = "cash"
    CARD = "card"
    CHEQUE = "cheque"


HELD_AS: Mapping[Method, Account] = {
    Method.CASH: Account.CASH,
    Method.CARD: Account.CARD,
    Method.CHEQUE: Account.BANK,
}


def check_covered(amount: int, *, there: int, method: Method) -> None:
    """Refuse to pay more than is there, in the drawers or in the account of a cheque."""
    if amount <= there:
        return
    if method is Method.CHEQUE and there <= 0:
        raise Refused("Nothing is banked yet to draw the cheque on: bank the takings first.")
    if method is Method.CHEQUE:
        why = f"The bank account holds {dollars(there)}: bank more before the cheque is drawn."
        raise Refused(why)
    raise Refused(f"There is {dollars(there)} to pay it from: bring change first.")


@dataclass(frozen=True, slots=True)
class MoneyRules:
    """What one book says about money that players pay."""

    fee_account: Account = Account.HOUSE_FEE
    fee_word: str = "Fee"
    no_money: tuple[str, str] | None = None  # why, and the clause
    methods: frozenset[Method] = frozenset(Method)
    method_clause: str = ""
    no_free_entry_clause: str = ""
    at_once_clause: str = ""  # the clause by which nobody enters now and pays later
    no_refund_clause: str = ""
    cancel_clause: str = ""
    forfeit_clause: str = ""  # the clause by which a disqualified player's entry is never refunded
    price_clause: str = ""
    floors_clause: str = ""
    ticket_clause: str = ""


BOOKS: Mapping[str, MoneyRules] = {
    "adelaide": MoneyRules(
        forfeit_clause="adelaide:106d",
        price_clause="adelaide:88c",
        floors_clause="adelaide:101",
    ),
    "canberra": MoneyRules(
        fee_word="Commission",
        no_refund_clause="canberra:14.3",
        cancel_clause="canberra:14.3/cancel",
        price_clause="canberra:14.1",
    ),
    "igr": MoneyRules(
        fee_account=Account.PROCEEDS,
        fee_word="Proceeds",
        methods=frozenset({Method.CASH}),
        method_clause="igr:5.05(e)",
        no_free_entry_clause="igr:5.05(e)",
        at_once_clause="igr:5.05(e)",
        price_clause="igr:A.2(a)",
        ticket_clause="igr:5.05(b)-2",
    ),
    "charity": MoneyRules(no_money=("No player pays anything here.", "charity:2.4")),
    "fours": MoneyRules(no_money=("Nothing is paid here: chips have no value.", "fours:buyin-2")),
}


@dataclass(frozen=True, slots=True)
class Split:
    """A payment in its two parts."""

    pool: int
    fee: int

    @property
    def total(self) -> int:
        return self.pool + self.fee


# What a structure asks for each thing sold: its price, and the field that holds the fee in it.
ENTRY, REBUYS, TOP_UP, ADD_ON = "entry", "rebuy", "top_up", "add_on"
FEES = {ENTRY: "entry_fee", REBUYS: "rebuy_fee", TOP_UP: "top_up_fee", ADD_ON: "add_on_fee"}
_TERMS = {REBUYS: "rebuys", TOP_UP: "top_up", ADD_ON: "add_ons"}


def price(plain: Mapping[str, Any], what: str) -> int:
    """What one of these costs; nothing where it is not sold."""
    if what == ENTRY:
        return int(plain.get("entry_price", 0))
    terms = plain[_TERMS[what]]
    return 0 if terms["is_refused"] else int(terms["terms"]["price"])


def split(plain: Mapping[str, Any], what: str) -> Split:
    """How a payment divides into prize-pool contribution and fee (adelaide:1.Entry Payment)."""
    whole = price(plain, what)
    fee = min(int(plain.get(FEES[what], 0)), whole)
    return Split(whole - fee, fee)


def check_split(payment: int, parts: Split, *, rulebook: str) -> None:
    """Refuse parts that do not make the whole (adelaide:88c, canberra:14.1)."""
    clause = BOOKS[rulebook].price_clause
    if min(parts.pool, parts.fee) < 0:
        raise Refused("Neither part of a payment is below zero.", clause)
    if parts.total != payment:
        raise Refused("Prize-pool contribution and fee must add up to the payment.", clause)


def pools(plain: Mapping[str, Any], *, entries: int, most: int) -> set[int]:
    """Every prize pool so many entries and their rebuys can make, none above `most`."""
    one, again = split(plain, ENTRY).pool, split(plain, REBUYS).pool
    each = plain[_TERMS[REBUYS]].get("terms", {}).get("most") if again else 0
    if each is None:
        return {most}
    return {
        min(most, sold * one + bought * again)
        for sold in range(1, entries + 1)
        for bought in range(sold * each + 1)
    }


def event_kind(plain: Mapping[str, Any]) -> str:
    """Whether more can be bought, or only the entry is paid, or not even that."""
    if not price(plain, ENTRY):
        return FREE_ROLL
    return REBUY if any(price(plain, what) for what in _TERMS) else FREEZE_OUT


def check_terms(plain: Mapping[str, Any], *, rulebook: str) -> None:
    """Refuse prices and fees the book does not allow, before anybody pays them."""
    book = BOOKS[rulebook]
    prices = {what: price(plain, what) for what in FEES}
    if book.no_money is not None and any(prices.values()):
        raise Refused(*book.no_money)
    if book.no_free_entry_clause and not prices[ENTRY]:
        raise Refused("Everybody pays the same entry fee.", book.no_free_entry_clause)
    for what, whole in prices.items():
        parts = Split(whole - int(plain.get(FEES[what], 0)), int(plain.get(FEES[what], 0)))
        check_split(whole, parts, rulebook=rulebook)
        if book.floors_clause and whole:
            check_contribution(payment=whole, contribution=parts.pool, kind=event_kind(plain))


def check_payment(*, rulebook: str, amount: int, asked: int, method: Method) -> None:
    """Refuse money where none is taken, another price than everybody's, or another way to pay."""
    book = BOOKS[rulebook]
    if book.no_money is not None:
        raise Refused(*book.no_money)
    if amount != asked:
        raise Refused(f"Everybody pays {dollars(asked)}.", book.price_clause)
    if not amount:
        raise Refused("Nobody gets in without paying.", book.no_free_entry_clause)
    if method not in book.methods:
        raise Refused("Cash only.", book.method_clause)


def check_may_owe(rulebook: str) -> None:
    """Refuse an entry that is to be paid later where tickets are sold for cash."""
    if clause := BOOKS[rulebook].at_once_clause:
        raise Refused("An entry is paid in cash when it is taken.", clause)


def check_refund(*, rulebook: str, is_cancelled: bool, is_disqualified: bool = False) -> None:
    """Refuse to give an entry's money back where the book keeps it (canberra:14.3)."""
    book = BOOKS[rulebook]
    if book.no_refund_clause and not is_cancelled:
        why = "Entry fees are not refunded unless the tournament is cancelled."
        raise Refused(why, book.no_refund_clause)
    if book.forfeit_clause and is_disqualified:
        why = "A disqualified player gets no part of the entry payment back."
        raise Refused(why, book.forfeit_clause)
