"""Who opens each betting round, and what may the opener of the first one do?"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.cards.cards import UNKNOWN
from engine.hand.state import ALL_IN, LIVE, NOBODY, Hand, rivals_are_matched
from engine.rules.button import from_seat

if TYPE_CHECKING:
    from engine.rules.book import Rules

# The option sets of canberra:9.1: what the opener of the first betting round may not do.
FORBIDDEN: dict[str, tuple[str, ...]] = {
    "a": ("fold",),
    "b": (),
    "c": ("call",),
    "d": ("fold", "check", "stand"),
}


def first_round(hand: Hand, rules: "Rules") -> int:
    """After the last blind; without blinds the seat dealt first."""
    posted = [seat for seat in hand.blind_seats if seat in hand.seats]
    return opener_from(hand, posted[-1] + 1 if posted else hand.order[0])


def bound_to_open(hand: Hand) -> int:
    """Who opens the first round by the seat, whether or not the hand is folded by now."""
    posted = [seat for seat in hand.blind_seats if seat in hand.seats]
    seats = from_seat(tuple(sorted(hand.order)), posted[-1] + 1 if posted else hand.order[0])
    return next((seat for seat in seats if hand.status[seat] != ALL_IN), NOBODY)


def dealt_first(hand: Hand, rules: "Rules") -> int:
    """The first seat dealt that is still in: left of the button, or the Buck."""
    return opener_from(hand, hand.order[0])


def after_the_last_blind(hand: Hand, rules: "Rules") -> int:
    """The same seat opens every round (draw poker)."""
    return first_round(hand, rules)


def opener_from(hand: Hand, first: int) -> int:
    """The first seat that can bet from here clockwise; nobody when betting makes no sense."""
    able = [seat for seat in sorted(hand.order) if hand.status[seat] == LIVE]
    if not able or (len(able) == 1 and rivals_are_matched(hand, able[0])):
        return NOBODY
    return from_seat(tuple(able), first)[0]


# Stud: the up cards say who opens.


def by_one_card(hand: Hand, rules: "Rules") -> int:
    """One up card decides, ties go to the seat dealt first of them (canberra:D.1.2)."""
    wants_lowest = hand.street <= 0 and rules.settings.stud_opens == "low"
    return _best_showing(hand, lambda up: _one_card(up, wants_lowest))


def _one_card(up: tuple[int, ...], wants_lowest: bool) -> tuple[int, ...]:
    ranks = [card >> 2 for card in up]
    return (-min(ranks),) if wants_lowest else (max(ranks),)


def in_words(rules: "Rules", *, is_first: bool) -> str:
    """What the cards must show to open a round, for a dealer who looks at them."""
    is_low = rules.game.low == "low"
    if rules.book.later_opener.value is by_one_card:
        lowest = is_first and rules.settings.stud_opens == "low"
        return f"the {'lowest' if lowest else 'highest'} up card"
    if is_first:
        return f"the {'highest' if is_low else 'lowest'} up card"
    return f"the {'lowest' if is_low else 'best'} hand showing"


def as_before(hand: Hand) -> int:
    """Who opened the last round, if they can again: a card face down changes nothing showing."""
    is_able = hand.opener >= 0 and hand.status[hand.opener] == LIVE
    return opener_from(hand, hand.opener) if is_able else NOBODY


def by_card_then_hand(hand: Hand, rules: "Rules") -> int:
    """The low card by suit brings it in, then the best hand showing; reversed in low games."""
    if hand.street <= 0:
        if rules.game.low != "low":
            return _best_showing(hand, lambda up: (-up[0],))
        shift = 4 if rules.settings.ace_is_low_in_low_hands else 0  # a low ace below every two
        return _best_showing(hand, lambda up: ((up[0] + shift) % 52,))
    value = rules.evaluator.low if rules.game.low == "low" else rules.evaluator.high
    return _best_showing(hand, lambda up: (value(up, ()) or 0,))


def _best_showing(hand: Hand, key: Callable[[tuple[int, ...]], tuple[int, ...]]) -> int:
    """The first dealt of the best, or who can bet next to him if he is all-in; nobody when a card
    was not entered or nobody can bet."""
    showing = hand.in_hand()
    if any(UNKNOWN in hand.up[seat] or not hand.up[seat] for seat in showing):
        return NOBODY
    best = max(key(hand.up[seat]) for seat in showing)
    return opener_from(hand, next(seat for seat in showing if key(hand.up[seat]) == best))
