"""Simple players for demonstrations and rehearsals: they know the rules, not the game.

A bot looks at its own cards and at what it must pay; chance comes in by the door.
"""

from random import Random

from engine.cards.cards import UNKNOWN, rank_of, suit_of
from engine.hand import commands
from engine.hand.commands import Command
from engine.hand.state import Hand
from engine.referee.options import Options

KEEN, WILLING = 0.66, 0.38
SHOVES = 0.12
SHORT = 12


def choose(hand: Hand, offered: Options, rng: Random) -> Command:
    """What this bot does when it is its turn."""
    seat = offered.seat
    if seat is None:
        raise ValueError("nobody is to act")
    wish = strength(hand, seat) + rng.uniform(-0.22, 0.22)
    if wish > KEEN and offered.raising.is_allowed:
        return _raise(hand, offered, wish, rng)
    if offered.stand.is_allowed:
        return commands.Stand(seat)
    if offered.check.is_allowed:
        return commands.Check(seat)
    if offered.call.is_allowed and (wish > _price(hand, offered, seat) or not _may_fold(offered)):
        return commands.Call(seat)
    if not _may_fold(offered) and offered.raising.is_allowed:  # an opener who must bet
        return commands.RaiseTo(seat, offered.raising.least)
    return commands.Fold(seat)


def _may_fold(offered: Options) -> bool:
    return offered.fold.is_allowed


def _price(hand: Hand, offered: Options, seat: int) -> float:
    """How good a hand must be to pay what is asked: dearer, the more of the stack it takes."""
    stack = hand.stacks[seat] or 1
    return WILLING + 0.35 * min(1.0, offered.call.amount / stack)


def _raise(hand: Hand, offered: Options, wish: float, rng: Random) -> Command:
    """A short stack goes in whole; a deep one picks a size."""
    seat, raising = hand.actor, offered.raising
    is_short = hand.stacks[seat] <= SHORT * hand.unit
    if offered.all_in.is_allowed and (is_short or wish > 1 or rng.random() < SHOVES):
        return commands.AllIn(seat)
    amounts = [amount for _, amount in raising.presets[:-1]] or [raising.least]
    return commands.RaiseTo(seat, rng.choice(amounts))


def strength(hand: Hand, seat: int) -> float:
    """A rough figure from 0 to 1: high cards, pairs and suits, and what the board made of them."""
    own = [card for card in hand.hole[seat] if card != UNKNOWN]
    if not own:
        return 0.5
    ranks = [rank_of(card) for card in own]
    board = [rank_of(card) for card in hand.board if card != UNKNOWN]
    high = sum(ranks) / (12 * len(ranks))
    pairs = sum(ranks.count(rank) > 1 for rank in set(ranks))
    met = sum(board.count(rank) for rank in set(ranks))
    suited = len({suit_of(card) for card in own}) < len(own)
    return 0.55 * high + 0.3 * bool(pairs) + 0.27 * met + 0.06 * suited
