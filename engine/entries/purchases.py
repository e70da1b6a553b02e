"""Rebuys, top-ups, add-ons and free chips: who may have them, when, and by which clause not."""

from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from engine import rulebooks
from engine.amounts import figure
from engine.entries.law import (
    AddOns,
    AddOnTerms,
    NotOffered,
    Rebuys,
    RebuyTerms,
    TopUp,
    TopUpTerms,
)
from engine.refusal import Refused
from engine.rules.book import Rulebook
from engine.schedule.schedule import MINUTE


@dataclass(frozen=True, slots=True)
class Buyer:
    """What the rules ask of an entry that wants chips."""

    stack: int
    rebuys: int = 0
    top_ups: int = 0
    add_ons: int = 0
    is_out: bool = False
    is_in_hand: bool = False


Offer = TypeVar("Offer", Rebuys, TopUp, AddOns)


def check_rebuy(terms: RebuyTerms, buyer: Buyer, *, at: timedelta) -> None:
    """Refuse a rebuy outside its terms; `at` is schedule time, or real time where the book says."""
    offer = _offered(terms)
    _check_may_buy(buyer, offer.hand_clause)
    if at >= offer.minutes * MINUTE:
        raise Refused(f"Rebuys closed after {offer.minutes} minutes.", offer.window_clause)
    if offer.most is not None and buyer.rebuys >= offer.most:
        raise Refused(f"No more than {offer.most} rebuy for each player.", offer.most_clause)
    if buyer.stack >= offer.stack_below:
        below, stack = figure(offer.stack_below), figure(buyer.stack)
        why = f"A rebuy needs a stack below {below}: this one is {stack}."
        raise Refused(why, offer.stack_clause)


def may_rebuy(terms: RebuyTerms, buyer: Buyer, *, at: timedelta) -> bool:
    """Whether the button is shown."""
    try:
        check_rebuy(terms, buyer, at=at)
    except Refused:
        return False
    return True


def is_waiting_to_rebuy(terms: RebuyTerms, buyer: Buyer, *, at: timedelta) -> bool:
    """A player without chips who can still buy is not yet out (igr:A.2(i)-4)."""
    return buyer.stack == 0 and may_rebuy(terms, buyer, at=at)


def check_rebuy_offer(terms: RebuyTerms, *, entry_chips: int, entry_price: int) -> None:
    """Refuse rebuys on other terms than the entry where the book wants them the same."""
    if not isinstance(terms, Rebuys) or not terms.same_terms_clause:
        return
    if (terms.chips, terms.price) != (entry_chips, entry_price):
        raise Refused(
            "A re-buy costs and brings exactly what the entry did.", terms.same_terms_clause
        )


def check_top_up(terms: TopUpTerms, buyer: Buyer, *, at: timedelta) -> None:
    """Refuse a top-up before or after its time, or a second one."""
    offer = _offered(terms)
    _check_may_buy(buyer, offer.hand_clause)
    if at < offer.from_minute * MINUTE:
        raise Refused(f"The top-up opens at minute {offer.from_minute}.", offer.clause)
    if at >= (offer.from_minute + offer.open_for) * MINUTE:
        raise Refused("The top-up is closed.", offer.clause)
    if buyer.top_ups:
        raise Refused("There is one top-up for each player.", offer.clause)


def check_add_on(terms: AddOnTerms, buyer: Buyer, *, at: timedelta) -> None:
    """Refuse an add-on outside its window or beyond its number; the stack does not matter."""
    offer = _offered(terms)
    _check_may_buy(buyer, offer.hand_clause)
    is_late = offer.until_minute is not None and at >= offer.until_minute * MINUTE
    if at < offer.from_minute * MINUTE or is_late:
        raise Refused("Add-ons are not sold now.", offer.clause)
    if buyer.add_ons >= offer.most:
        raise Refused(f"No more than {offer.most} add-on for each player.", offer.clause)


def check_free_chips(buyer: Buyer, clause: str) -> None:
    """Chips are given between hands and to those still in."""
    if buyer.is_out:
        raise Refused("An eliminated player gets no chips.", clause)
    if buyer.is_in_hand:
        raise Refused("Chips are given between hands only.", clause)


def _offered(terms: Offer | NotOffered) -> Offer:
    if isinstance(terms, NotOffered):
        raise Refused(terms.why, terms.clause)
    return terms


def _check_may_buy(buyer: Buyer, clause: str) -> None:
    if buyer.is_out:
        raise Refused("This player is out of the tournament.")
    if buyer.is_in_hand:
        raise Refused("Chips are added between hands only.", clause)


# Chips that are given, not sold.


def check_gives_chips(rulebook: str, amount: int) -> None:
    """Refuse to give chips away where the book does not know it (charity:1.1(add-on))."""
    answer = rulebooks.get(rulebook).entries.no_free_chips
    if answer.value:
        raise Refused(answer.value, answer.clause)
    if amount < 1:
        raise Refused("Say how many chips each player is given.", answer.clause)


def gives_chips(book: Rulebook) -> str:
    """The clause by which chips are given to all; empty where none are."""
    answer = book.entries.no_free_chips
    return "" if answer.value else answer.clause
