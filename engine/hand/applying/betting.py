"""What players put in, and whose turn it is after that."""

from collections.abc import Callable
from operator import attrgetter

from engine.hand import events
from engine.hand.state import ALL_IN, FOLDED, LIVE, NOBODY, Hand, Price, rivals_are_matched

_PRICES = (
    "bet_to_match",
    "full_level",
    "full_raise",
    "raises",
    "shorts",
    "live_at_raise",
    "contenders_at_raise",
    "aggressor",
)
_PRICE: Callable[[Hand], Price] = attrgetter(*_PRICES)
_PUT_PRICE = tuple(getattr(Hand, name).__set__ for name in _PRICES)


def pass_turn(hand: Hand, seat: int) -> None:
    """The turn goes to the next seat that still has something to answer."""
    if hand.contenders < 2:
        hand.actor = NOBODY
        return
    if hand.live < 2:
        hand.actor = lone_bettor_to_act(hand)
        return
    following, status, acted, match = hand.next_seat, hand.status, hand.acted, hand.bet_to_match
    candidate = following[seat]
    while candidate != seat:
        if status[candidate] == LIVE and acted[candidate] < match:
            hand.actor = candidate
            return
        candidate = following[candidate]
    hand.actor = NOBODY


def lone_bettor_to_act(hand: Hand) -> int:
    """Against all-in players only, the last one with chips acts only if they are behind."""
    for seat in hand.order:
        if hand.status[seat] == LIVE and hand.acted[seat] < hand.bet_to_match:
            return NOBODY if rivals_are_matched(hand, seat) else seat
    return NOBODY


def _decided(hand: Hand, seat: int) -> None:
    hand.acted[seat] = hand.bet_to_match
    hand.decisions += 1
    hand.street_decisions += 1
    pass_turn(hand, seat)


def leave(hand: Hand, seat: int) -> None:
    if hand.status[seat] == LIVE:
        hand.live -= 1
    hand.status[seat] = FOLDED
    hand.contenders -= 1


def clear_bets(hand: Hand) -> None:
    """What one betting round brought, forgotten for the next."""
    size = len(hand.began)
    hand.bets = [0] * size
    hand.acted = [-1] * size
    hand.bet_to_match = hand.full_raise = hand.full_level = 0
    hand.raises = hand.shorts = hand.street_decisions = 0
    hand.live_at_raise = hand.contenders_at_raise = 0
    hand.raised_from = ()
    hand.ceiling = NOBODY


def folded(hand: Hand, event: events.Folded) -> None:
    leave(hand, event.seat)
    hand.folds += (event.seat,)
    _decided(hand, event.seat)


def checked(hand: Hand, event: events.Checked | events.Stood) -> None:
    _decided(hand, event.seat)


def called(hand: Hand, event: events.Called) -> None:
    seat, amount = event.seat, event.amount
    hand.stacks[seat] -= amount
    hand.bets[seat] += amount
    hand.paid[seat] += amount
    hand.pot += amount
    if event.all_in:
        hand.status[seat] = ALL_IN
        hand.live -= 1
    _decided(hand, seat)


def raised(hand: Hand, event: events.Raised | events.Bet) -> None:
    seat, to = event.seat, event.to
    amount = to - hand.bets[seat]
    hand.stacks[seat] -= amount
    hand.bets[seat] = to
    hand.paid[seat] += amount
    hand.pot += amount
    hand.raised_from += (_PRICE(hand),)
    if event.size == events.SHORT:
        hand.shorts += 1
    else:
        _note_full_raise(hand, event)
    if event.all_in:
        hand.status[seat] = ALL_IN
        hand.live -= 1
    hand.bet_to_match = to
    hand.aggressor = seat
    _decided(hand, seat)


def _note_full_raise(hand: Hand, event: events.Raised | events.Bet) -> None:
    hand.full_raise = max(hand.full_raise, event.to - hand.bet_to_match)
    hand.full_level = event.to
    if event.size == events.FULL and event.__class__ is events.Raised:
        hand.raises += 1
        hand.live_at_raise, hand.contenders_at_raise = hand.live, hand.contenders


def lower_the_bet(hand: Hand) -> None:
    """Nobody owes a wager that was given back, but for what others have called of it."""
    top = max(hand.bets)
    while hand.raised_from and hand.bet_to_match > top:
        *earlier, before = hand.raised_from
        hand.raised_from = tuple(earlier)
        for put, value in zip(_PUT_PRICE, before, strict=True):
            put(hand, value)
    hand.bet_to_match = max(hand.bet_to_match, top)
    hand.acted = [min(acted, hand.bet_to_match) for acted in hand.acted]


def returned(hand: Hand, event: events.UncalledReturned) -> None:
    seat, amount = event.seat, event.amount
    hand.stacks[seat] += amount
    hand.bets[seat] -= amount
    hand.paid[seat] -= amount
    hand.pot -= amount
    if hand.status[seat] == ALL_IN:
        hand.status[seat] = LIVE
        hand.live += 1
