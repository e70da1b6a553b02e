"""What a book says of the money that players pay."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.answers import Answer


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


class Method(StrEnum):
    """How money changes hands."""

    CASH = "cash"
    CARD = "card"
    CHEQUE = "cheque"


FREEZE_OUT, REBUY, FREE_ROLL = "freeze-out", "re-buy", "free-roll"  # kinds of events
Floors = Mapping[str, tuple[int, str]]  # per cent of a payment, and by which clause


@dataclass(frozen=True, slots=True)
class MoneyLaw:
    """What players pay, one field per question."""

    no_money: Answer[str]  # why nobody pays anything; empty where they do
    fee: Answer[Account]  # whose the part of a payment is that is not the prize pool's
    fee_word: Answer[str]
    methods: Answer[frozenset[Method]]
    no_free_entry: Answer[bool]
    at_once: Answer[bool]  # nobody enters now and pays later
    no_refund: Answer[bool]
    cancelled: Answer[bool]  # what becomes of payments when the event is cancelled
    forfeited: Answer[bool]  # a disqualified player's entry is never refunded
    price: Answer[bool]  # a payment is prize-pool contribution and fee, the same for everybody
    floors: Answer[Floors]  # by the event's kind, the least part that is the prize pool's
    ticket: Answer[bool]  # a rebuy is sold by a numbered ticket
