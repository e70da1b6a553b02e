"""The same hand by the same habits, dealt and refereed card by card.

Far slower than `quick`; it is what `quick` is held against.
"""

from functools import partial
from random import Random
from typing import NamedTuple

from engine.chance import Chance
from engine.hand import commands, shuffling
from engine.hand.commands import Command
from engine.hand.setup import Participant, Setup
from engine.hand.state import Hand
from engine.planner.habits import (
    LEAVE,
    OPEN,
    PRESSED,
    RAISE,
    SHOVED,
    Chances,
    Habits,
    Price,
    answer,
    at_table,
    raises_to,
)
from engine.planner.stakes import Stakes
from engine.referee import options
from engine.referee.referee import act
from engine.referee.start import begin
from engine.rules import limits
from engine.rules.book import Rules


class Referee:
    """Plays hands of one game under one book."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def play(
        self, stacks: list[int], button: int, stakes: Stakes, habits: Habits, rng: Random
    ) -> None:
        """Play one hand: the stacks are changed in place, their sum is not."""
        count = len(stacks)
        seat_of = [(seat - button - 1) % count + 1 for seat in range(count)]
        by_seat = dict(zip(seat_of, stacks, strict=True))
        setup = Setup(
            number=1,
            seats=tuple(Participant(*item) for item in sorted(by_seat.items())),
            blinds=stakes.blinds,
            ante=stakes.ante,
            big_blind_ante=stakes.big_blind_ante,
            bring_in=stakes.bring_in,
            small_bet=stakes.unit if stakes.bring_in else 0,
            chip=1,
            deck=_mixed(rng, shuffling.whole_deck(self.rules.game)),
        )
        hand, _ = begin(setup, self.rules)
        shuffle = partial(_mixed, rng)
        at_play = _AtPlay(stakes, habits, at_table(habits, count), self.rules.first_betting_street)
        while not hand.is_over:
            offered = options.options(hand, self.rules)
            act(hand, _choose(hand, offered, at_play, rng.random()), self.rules, shuffle)
        for seat in range(count):
            stacks[seat] = hand.stacks[seat_of[seat]]


def _mixed(rng: Random, cards: tuple[int, ...]) -> tuple[int, ...]:
    return shuffling.mixed(cards, Chance(rng.randbytes(32)))


class _AtPlay(NamedTuple):
    """What every decision of a hand asks."""

    stakes: Stakes
    habits: Habits
    mine: Chances
    first_street: int  # with betting


def _choose(hand: Hand, offered: options.Options, at_play: _AtPlay, wish: float) -> Command:
    """What a player of these habits does."""
    seat, habits, street = hand.actor, at_play.habits, hand.street - at_play.first_street
    if offered.phase == options.DRAW:
        return commands.Draw(hand.drawer, 0, ())
    if street == 0:
        return _in_first_round(hand, offered, at_play, wish)
    if hand.bet_to_match == 0:
        if wish < habits.bets and offered.raising.is_allowed:
            return _raise_to(offered, seat, at_play.stakes.bet_into(hand.pot, street))
        return _stay_free(offered, seat)
    return _call_or_fold(offered, seat, is_calling=wish < habits.calls)


def _in_first_round(hand: Hand, offered: options.Options, at_play: _AtPlay, wish: float) -> Command:
    seat, (stakes, habits, mine, _) = hand.actor, at_play
    mode = _mode(hand, stakes)
    if stakes.must_open and not hand.decisions:
        wish = 0.0
    reply = answer(mode, wish, mine, habits, is_fresh=hand.bets[seat] <= stakes.forced)
    if reply == RAISE and offered.raising.is_allowed:
        whole = hand.stacks[seat] + hand.bets[seat]
        price = Price(hand.bet_to_match, limits.after_the_call(hand, seat))
        return _raise_to(offered, seat, raises_to(mode, whole, price, stakes, habits))
    return _call_or_fold(offered, seat, is_calling=reply != LEAVE)


def _mode(hand: Hand, stakes: Stakes) -> int:
    """Nobody came in, one raised, or there is no more raising."""
    if hand.bet_to_match <= stakes.forced:
        return OPEN
    is_all_in = hand.aggressor >= 0 and hand.stacks[hand.aggressor] == 0
    times = hand.raises + (not stakes.blinds)  # without blinds the first is a bet, not a raise
    return PRESSED if times == 1 and not is_all_in else SHOVED


def _raise_to(offered: options.Options, seat: int, amount: int) -> Command:
    raising = offered.raising
    if amount >= raising.most and offered.all_in.is_allowed and raising.most >= amount:
        return commands.AllIn(seat)
    return commands.RaiseTo(seat, max(raising.least, min(raising.most, amount)))


def _stay_free(offered: options.Options, seat: int) -> Command:
    if offered.stand.is_allowed:
        return commands.Stand(seat)
    return commands.Check(seat) if offered.check.is_allowed else commands.Fold(seat)


def _call_or_fold(offered: options.Options, seat: int, *, is_calling: bool) -> Command:
    if is_calling and offered.call.is_allowed:
        return commands.Call(seat)
    if is_calling and offered.all_in.is_allowed:
        return commands.AllIn(seat)
    return _stay_free(offered, seat)
