"""Rebuys, top-ups, add-ons and free chips: who may have them, when, and by which clause not."""

from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from engine import rulebooks
from engine.amounts import figure
from engine.entries.law import NotOffered
from engine.refusal import Refused
from engine.rules.book import Rulebook
from engine.schedule.built_in_schedules import canberra_game
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


@dataclass(frozen=True, slots=True)
class Rebuys:
    """When and for whom chips are sold again; the clause of each limit travels with it."""

    chips: int
    price: int
    minutes: int
    stack_below: int
    window_clause: str
    stack_clause: str
    is_real_time: bool = False
    most: int | None = None
    most_clause: str = ""
    needs_same_terms_as_entry: bool = False
    hand_clause: str = ""
    is_houses_window: bool = False  # the book leaves the minutes to the house


@dataclass(frozen=True, slots=True)
class TopUp:
    """One purchase open to every player still in when the rebuys end."""

    chips: int
    price: int
    from_minute: int
    clause: str
    open_for: int = 15
    hand_clause: str = ""


@dataclass(frozen=True, slots=True)
class AddOns:
    """Chips sold at a set price whatever the buyer's stack."""

    chips: int
    price: int
    clause: str
    most: int = 1
    from_minute: int = 0
    until_minute: int | None = None
    hand_clause: str = ""


RebuyTerms = Rebuys | NotOffered
TopUpTerms = TopUp | NotOffered
AddOnTerms = AddOns | NotOffered
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
    """Whether the button is shown at all."""
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
    if not isinstance(terms, Rebuys) or not terms.needs_same_terms_as_entry:
        return
    if (terms.chips, terms.price) != (entry_chips, entry_price):
        raise Refused("A re-buy costs and brings exactly what the entry did.", "igr:A.2(i)")


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


def check_free_chips(buyer: Buyer) -> None:
    """Charity's add-on is given, between hands and to those still in (charity:1.1(add-on))."""
    if buyer.is_out:
        raise Refused("An eliminated player gets no chips.", "charity:1.1(add-on)")
    if buyer.is_in_hand:
        raise Refused("Chips are given between hands only.", "charity:1.1(add-on)")


def _offered(terms: Offer | NotOffered) -> Offer:
    if isinstance(terms, NotOffered):
        raise Refused(terms.why, terms.clause)
    return terms


def _check_may_buy(buyer: Buyer, clause: str) -> None:
    if buyer.is_out:
        raise Refused("This player is out of the tournament.")
    if buyer.is_in_hand:
        raise Refused("Chips are added between hands only.", clause)


# The terms of each book; amounts and prices are the house's.


def canberra_rebuys(game: str, *, chips: int, price: int) -> RebuyTerms:
    """An appendix allows rebuys for its first three levels, or not at all (canberra:4.1/rebuys)."""
    row = canberra_game(game)
    clause = f"canberra:{row['appendix']}.3.3"
    if not row["rebuy_minutes"]:
        return NotOffered("This game has no rebuys.", clause)
    minutes, below = int(row["rebuy_minutes"]), int(row["rebuy_stack_below"])
    return Rebuys(chips, price, minutes, below, window_clause=clause, stack_clause=clause)


def canberra_top_up(game: str, *, chips: int, price: int) -> TopUpTerms:
    row = canberra_game(game)
    clause = f"canberra:{row['appendix']}.3.3"
    if not row["rebuy_minutes"]:
        return NotOffered("This game has no top-up.", clause)
    return TopUp(chips, price, int(row["rebuy_minutes"]), f"{clause}/topup")


def adelaide_rebuys(*, chips: int, price: int, minutes: int, stack_below: int) -> Rebuys:
    clause = "adelaide:1.Re-buy"
    return Rebuys(
        chips=chips,
        price=price,
        minutes=minutes,
        stack_below=stack_below,
        window_clause=clause,
        stack_clause=clause,
        hand_clause="adelaide:33",
        is_houses_window=True,
    )


def adelaide_add_ons(*, chips: int, price: int, from_minute: int, until_minute: int) -> AddOns:
    return AddOns(
        chips=chips,
        price=price,
        clause="adelaide:1.Add-On",
        from_minute=from_minute,
        until_minute=until_minute,
        hand_clause="adelaide:33",
    )


ADELAIDE_FREEZE_OUT = NotOffered("A freeze-out sells no more chips.", "adelaide:1.Freeze Out")
CHARITY_SELLS_NOTHING = NotOffered("No player pays for chips here.", "charity:2.4")
FOURS_SELLS_NOTHING = NotOffered("There are no rebuys and no add-ons.", "fours:buyin-3")
IGR_NO_ADD_ONS = NotOffered("One re-buy is all that may be bought.", "igr:A.2(i)")


def igr_rebuys(*, starting_stack: int, price: int) -> Rebuys:
    """One re-buy on the entry's own terms, in the first hour of real time (igr:A.2(i))."""
    return Rebuys(
        chips=starting_stack,
        price=price,
        minutes=60,
        stack_below=starting_stack,
        window_clause="igr:A.2(i)-3",
        stack_clause="igr:A.2(i)-4",
        is_real_time=True,
        most=1,
        most_clause="igr:A.2(i)-2",
        needs_same_terms_as_entry=True,
    )


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
