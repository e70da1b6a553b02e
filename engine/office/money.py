"""Money by the book: which accounts there are, how a payment splits, who may pay how.

Amounts are whole cents. The lines of a posting add up to zero: what comes into an account is above
zero, what goes out of it or is owed to somebody is below.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine import rulebooks
from engine.amounts import dollars
from engine.office.law.money import FREE_ROLL, FREEZE_OUT, REBUY, Account, Method
from engine.refusal import Refused

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


class Sold(StrEnum):
    """What a player pays for."""

    ENTRY = "entry"
    REBUY = "rebuy"
    TOP_UP = "top_up"
    ADD_ON = "add_on"

    @property
    def words(self) -> str:
        return self.value.replace("_", "-").capitalize()


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
    raise Refused(f"Only {dollars(there)} is available: bring change first.")


@dataclass(frozen=True, slots=True)
class Split:
    """A payment in its two parts."""

    pool: int
    fee: int

    @property
    def total(self) -> int:
        return self.pool + self.fee


# What a structure asks for each thing sold: its price, and the field that holds the fee in it.
FEES = {what: f"{what}_fee" for what in Sold}
TERMS = {Sold.REBUY: "rebuys", Sold.TOP_UP: "top_up", Sold.ADD_ON: "add_ons"}
CHIPS = tuple(TERMS)  # what is sold during play


def price(plain: Mapping[str, Any], what: Sold) -> int:
    """What one of these costs; 0 where it is not sold."""
    if what == Sold.ENTRY:
        return int(plain.get("entry_price", 0))
    terms = plain[TERMS[what]]
    return 0 if terms["is_refused"] else int(terms["terms"]["price"])


def split(plain: Mapping[str, Any], what: Sold) -> Split:
    """How a payment divides into prize-pool contribution and fee (adelaide:1.Entry Payment)."""
    whole = price(plain, what)
    fee = min(int(plain.get(FEES[what], 0)), whole)
    return Split(whole - fee, fee)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a payment: whose account it goes to, what people call it, and how much it is."""

    account: Account
    words: str
    cents: int

    @property
    def text(self) -> str:
        return dollars(self.cents)


def part_words(rulebook: str) -> dict[Account, str]:
    """The parts a payment has under a book, in the order people read them, and their names."""
    law = rulebooks.get(rulebook).money
    return {Account.PRIZE_POOL: WORDS[Account.PRIZE_POOL], law.fee.value: law.fee_word.value}


def parts(plain: Mapping[str, Any], what: Sold, *, rulebook: str) -> tuple[Part, ...]:
    """A payment in its parts, for posting, receipt, sign and report alike."""
    made = split(plain, what)
    named = part_words(rulebook).items()
    return tuple(
        Part(account, words, cents)
        for (account, words), cents in zip(named, (made.pool, made.fee), strict=True)
    )


def check_split(payment: int, parts: Split, *, rulebook: str) -> None:
    """Refuse parts that do not make the whole (adelaide:88c, canberra:14.1)."""
    clause = rulebooks.get(rulebook).money.price.clause
    if min(parts.pool, parts.fee) < 0:
        raise Refused("Neither part of a payment is below zero.", clause)
    if parts.total != payment:
        raise Refused("Prize-pool contribution and fee must add up to the payment.", clause)


def pools(plain: Mapping[str, Any], *, entries: int, most: int) -> set[int]:
    """Every prize pool so many entries and their rebuys can make, none above `most`."""
    one, again = split(plain, Sold.ENTRY).pool, split(plain, Sold.REBUY).pool
    each = plain[TERMS[Sold.REBUY]].get("terms", {}).get("most") if again else 0
    if each is None:
        return {most}
    return {
        min(most, sold * one + bought * again)
        for sold in range(1, entries + 1)
        for bought in range(sold * each + 1)
    }


def event_kind(plain: Mapping[str, Any]) -> str:
    """Whether more can be bought, or only the entry is paid, or not even that."""
    if not price(plain, Sold.ENTRY):
        return FREE_ROLL
    return REBUY if any(price(plain, what) for what in TERMS) else FREEZE_OUT


def check_terms(plain: Mapping[str, Any], *, rulebook: str) -> None:
    """Refuse prices and fees the book does not allow, before anybody pays them."""
    law = rulebooks.get(rulebook).money
    prices = {what: price(plain, what) for what in FEES}
    if law.no_money.value and any(prices.values()):
        raise Refused(law.no_money.value, law.no_money.clause)
    if law.no_free_entry.value and not prices[Sold.ENTRY]:
        raise Refused("Everybody pays the same entry fee.", law.no_free_entry.clause)
    for what, whole in prices.items():
        parts = Split(whole - int(plain.get(FEES[what], 0)), int(plain.get(FEES[what], 0)))
        check_split(whole, parts, rulebook=rulebook)
        if whole:
            kind = event_kind(plain)
            check_contribution(whole, contribution=parts.pool, kind=kind, rulebook=rulebook)


def check_contribution(payment: int, *, contribution: int, kind: str, rulebook: str) -> None:
    """Refuse a split that gives the prize pool less than the book's floor (adelaide:101)."""
    percent, clause = rulebooks.get(rulebook).money.floors.value.get(kind, (0, ""))
    if contribution * 100 < payment * percent:
        raise Refused(f"At least {percent}% of it must go to the prize pool.", clause)


def check_payment(*, rulebook: str, amount: int, asked: int, method: Method) -> None:
    """Refuse money where play is free, another price than everybody's, or another way to pay."""
    law = rulebooks.get(rulebook).money
    if law.no_money.value:
        raise Refused(law.no_money.value, law.no_money.clause)
    if amount != asked:
        raise Refused(f"Everybody pays {dollars(asked)}.", law.price.clause)
    if not amount:
        raise Refused("Nobody gets in without paying.", law.no_free_entry.clause)
    if method not in law.methods.value:
        raise Refused("Cash only.", law.methods.clause)


def check_may_owe(rulebook: str) -> None:
    """Refuse an entry that is to be paid later where tickets are sold for cash."""
    at_once = rulebooks.get(rulebook).money.at_once
    if at_once.value:
        raise Refused("An entry is paid in cash when it is taken.", at_once.clause)


def check_refund(*, rulebook: str, is_cancelled: bool, is_disqualified: bool = False) -> None:
    """Refuse to give an entry's money back where the book keeps it (canberra:14.3)."""
    law = rulebooks.get(rulebook).money
    if law.no_refund.value and not is_cancelled:
        why = "Entry fees are not refunded unless the tournament is cancelled."
        raise Refused(why, law.no_refund.clause)
    if law.forfeited.value and is_disqualified:
        why = "A disqualified player gets no part of the entry payment back."
        raise Refused(why, law.forfeited.clause)
