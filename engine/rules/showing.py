"""Who shows first, who must show, and when are hands turned up before the board is complete?"""

from typing import TYPE_CHECKING

from engine.cards.cards import UNKNOWN
from engine.hand.state import ALL_IN, Hand
from engine.rules.button import from_seat

if TYPE_CHECKING:
    from engine.rules.book import Rules


def the_called_player_first(hand: Hand) -> tuple[int, ...]:
    """Who was called shows first; without a bet the first to act; then clockwise."""
    in_hand = hand.in_hand()
    first = hand.aggressor if hand.aggressor in in_hand else in_hand[0]
    return from_seat_of(in_hand, first)


def all_in_players_first(hand: Hand) -> tuple[int, ...]:
    """All-in players, clockwise from the marker, then as usual."""
    usual = the_called_player_first(hand)
    all_in = [seat for seat in hand.order if hand.status[seat] == ALL_IN]
    return (*all_in, *(seat for seat in usual if seat not in all_in))


def the_called_player_or_the_openers_order(hand: Hand) -> tuple[int, ...]:
    """Who was called on the last round shows first; checked or all-in before: opener's order."""
    return _called_or_from(hand, hand.in_hand()[0])


def the_called_player_or_after_the_last_blind(hand: Hand) -> tuple[int, ...]:
    """The same in draw poker, where the seat after the last blind opens every round."""
    posted = [seat for seat in hand.blind_seats if seat in hand.seats]
    return _called_or_from(hand, posted[-1] + 1 if posted else hand.order[0])


def the_called_player_or_the_opener_by_cards(hand: Hand) -> tuple[int, ...]:
    """The same in stud, where the up cards say who opens, whether or not anybody could bet."""
    if hand.opener >= 0:
        return _called_or_from(hand, hand.opener)
    in_hand = hand.in_hand()
    is_seen = all(hand.up[seat] and UNKNOWN not in hand.up[seat] for seat in in_hand)
    best = max(in_hand, key=lambda seat: max(hand.up[seat]) >> 2) if is_seen else in_hand[0]
    return _called_or_from(hand, best)


def _called_or_from(hand: Hand, opener: int) -> tuple[int, ...]:
    in_hand = hand.in_hand()
    was_bet = hand.bet_to_match > 0 and hand.aggressor in in_hand
    return from_seat_of(in_hand, hand.aggressor if was_bet else opener)


def from_seat_of(seats: list[int], first: int) -> tuple[int, ...]:
    return from_seat(tuple(sorted(seats)), first)


def never_before_the_showdown(hand: Hand, *, is_last_street: bool) -> bool:
    return False


def once_betting_is_over(hand: Hand, *, is_last_street: bool) -> bool:
    """With a player all-in and no more betting possible."""
    is_over = hand.actor < 0 and (hand.live < 2 or is_last_street)
    return is_over and hand.contenders > 1 and ALL_IN in hand.status


# Must this seat show, or may it throw its cards away unseen?


def first_shows_others_may_muck(hand: Hand, seat: int, rules: "Rules") -> bool:
    return not hand.shown


def all_in_and_first_of_the_others_show(hand: Hand, seat: int, rules: "Rules") -> bool:
    """All-in players and the first of the others must; the rest may throw their cards away."""
    others = [other for other in hand.shown if hand.status[other] != ALL_IN]
    return hand.status[seat] == ALL_IN or not others


def all_show_when_nobody_bet(hand: Hand, seat: int, rules: "Rules") -> bool:
    """After a bet only the first must; a last round without one makes everybody show."""
    return hand.bet_to_match == 0 or not hand.shown
