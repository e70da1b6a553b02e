"""The same hand played in PokerKit, step by step, to compare the two referees.

PokerKit 0.7.7 differs from common practice in some places, and the comparison leaves them out:

- its issue 45, the reopening of the betting after a full all-in raise followed by a short one.
  Practice (tda2024:R47) looks at what a player faces, several short all-ins together, in limit
  games at half a bet: whether a player may raise is not compared after a short all-in;
- its issue 46, the odd chip among side pots: all amounts are multiples of 720, so that pots divide;
- when a low hand wins a share of one pot, it halves side pots in which nobody has a low hand, too:
  such hands are not compared by their stacks;
- in limit games it allows four raises before the flop, where the big blind is already the first of
  four bets, and caps heads-up tables too (tda2024:R48 does not): not compared after three raises;
- it takes a short big blind for the bet to match (tda2024:R54 does not): none is dealt;
- its fixed-limit Omaha high/low takes raises up to the pot: the most is not compared there.
"""

from dataclasses import replace
from random import Random
from typing import Any

from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)

from engine import games
from engine.cards import cards
from engine.hand import commands
from engine.hand.setup import Participant, Setup
from engine.hand.state import Hand
from engine.referee.options import options
from engine.referee.referee import act
from engine.referee.start import begin
from engine.rulebooks.common import COMMON
from engine.rules.book import Rules, Settings

CHIP = 720
BY_HAND = (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING)
BY_ITSELF = tuple(step for step in Automation if step not in BY_HAND)
BLIND_GAMES: dict[str, Any] = {
    "nlhe": NoLimitTexasHoldem,
    "lhe": FixedLimitTexasHoldem,
    "plo": PotLimitOmahaHoldem,
    "lo8": FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
}
STUD_GAMES: dict[str, Any] = {
    "lstud": FixedLimitSevenCardStud,
    "stud8": FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    "razz": FixedLimitRazz,
}


class Twins:
    """One random hand in both engines; `play` takes it to its end and compares every step."""

    def __init__(self, game: str, seed: int) -> None:
        self._rng = Random(f"{game} {seed}")
        self._rules = Rules(COMMON, games.get(game), Settings(ace_is_low_in_low_hands=True))
        players = self._rng.randint(2, 6)
        self._stacks = [CHIP * self._rng.randint(6, 120) for _ in range(players)]
        self._ante = CHIP if game in STUD_GAMES else self._rng.choice((0, CHIP))
        self._is_stud = game in STUD_GAMES
        self.hand = self._ours()
        self.theirs = self._theirs(game)
        self._dealt = 0

    def _ours(self) -> Hand:
        seats = tuple(Participant(at, stack) for at, stack in enumerate(self._stacks, 1))
        deck = list(cards.deck())
        self._rng.shuffle(deck)
        setup = Setup(1, seats, ante=self._ante, marker=len(seats), deck=tuple(deck))
        if self._is_stud:
            setup = replace(setup, bring_in=2 * CHIP, small_bet=4 * CHIP)
        else:
            setup = replace(setup, blinds=(2 * CHIP, 4 * CHIP))
        return begin(setup, self._rules)[0]

    def _theirs(self, game: str):
        stacks, number = tuple(self._stacks), len(self._stacks)
        if self._is_stud:
            return STUD_GAMES[game].create_state(
                BY_ITSELF, True, self._ante, 2 * CHIP, 4 * CHIP, 8 * CHIP, stacks, number
            )
        bets = (4 * CHIP, 8 * CHIP) if game in ("lhe", "lo8") else (4 * CHIP,)
        blinds = (2 * CHIP, 4 * CHIP)
        return BLIND_GAMES[game].create_state(
            BY_ITSELF, True, self._ante, blinds, *bets, stacks, number
        )

    # -- playing -----------------------------------------------------------------------------------

    def play(self) -> None:
        self._deal()
        if self._is_stud and self.theirs.can_post_bring_in():
            assert self.theirs.actor_index == self.hand.opener - 1
            self.theirs.post_bring_in()
        while not self.hand.ended:
            assert self.theirs.actor_index == self.hand.actor - 1
            self._decide(self.hand.actor)
            self._deal()
        assert not self.theirs.status

    def stacks(self) -> list[int]:
        return [self.hand.stacks[seat] for seat in self.hand.seats]

    def halves_only_some_pots(self) -> bool:
        """A low hand shares in one pot, and another that was contested has none."""
        contested = [award for award in self.hand.awards if award.how == "cards"]
        return len({award.half == "" for award in contested}) > 1

    def _decide(self, seat: int) -> None:
        offered = options(self.hand, self._rules)
        least, most = self._raising(offered)
        choice = self._rng.random()
        if least and choice < 0.35:
            amount = least if choice < 0.15 else self._between(least, most)
            act(self.hand, commands.RaiseTo(seat, amount), self._rules)
            self.theirs.complete_bet_or_raise_to(amount)
        elif choice < 0.85 or not self.theirs.can_fold():
            wish = commands.Check(seat) if offered.check.is_allowed else commands.Call(seat)
            assert self.theirs.checking_or_calling_amount == offered.call.amount
            act(self.hand, wish, self._rules)
            self.theirs.check_or_call()
        else:
            act(self.hand, commands.Fold(seat), self._rules)
            self.theirs.fold()

    def _raising(self, offered) -> tuple[int, int]:
        """The amounts both allow; where they are compared, they are the same."""
        raising, theirs = offered.raising, self.theirs
        may = theirs.can_complete_bet_or_raise_to()
        is_excepted = self._has_seen_a_short_all_in() or self.hand.raises > 2
        assert is_excepted or may == raising.is_allowed
        if not (may and raising.is_allowed):
            return 0, 0
        least = theirs.min_completion_betting_or_raising_to_amount
        most = theirs.max_completion_betting_or_raising_to_amount
        if self._rules.game.id == "lo8":
            most = min(most, raising.most)
        if is_excepted and (least, most) != (raising.least, raising.most):
            return 0, 0
        assert (least, most) == (raising.least, raising.most)
        return least, most

    def _has_seen_a_short_all_in(self) -> bool:
        hand = self.hand
        odd_level = (
            hand.bet_to_match % self._rules.unit(hand) and hand.bet_to_match != hand.bring_in
        )
        return bool(hand.shorts or (self._rules.game.limit == "fixed" and odd_level))

    def _between(self, least: int, most: int) -> int:
        return min(most, least + CHIP * self._rng.randint(0, max(0, (most - least) // CHIP)))

    # -- dealing -----------------------------------------------------------------------------------

    def _deal(self) -> None:
        """Give PokerKit the cards our engine has dealt."""
        theirs = self.theirs
        while theirs.can_burn_card("??") or theirs.can_deal_hole() or theirs.can_deal_board():
            if theirs.can_burn_card("??"):
                theirs.burn_card("??")
            elif theirs.can_deal_hole():
                self._deal_hole(theirs.hole_dealee_index + 1)
            else:
                on_board = sum(len(some) for some in theirs.board_cards)
                wanted = theirs.board_dealing_count
                theirs.deal_board(cards.text(self.hand.board[on_board : on_board + wanted]))

    def _deal_hole(self, seat: int) -> None:
        held = len(self.theirs.hole_cards[seat - 1])
        new = self.hand.hole[seat][held : held + (1 if held else self._first())]
        self.theirs.deal_hole(cards.text(new), seat - 1)

    def _first(self) -> int:
        return self._rules.game.hole_cards
