"""Poker dealer errors on the board: flop, turn and river too early, too many, unburned.

Three players: seat 3 has the button, seats 1 and 2 the blinds of 10 and 20.
"""

import pytest

from engine.cards.cards import parse
from engine.rules import irregularities as what
from tests.scenario import Scenario

LIMPED = ("seat 3 calls", "seat 1 calls", "seat 2 checks")
CHECKED = ("seat 1 checks", "seat 2 checks", "seat 3 checks")
FLOP = (*LIMPED, "flop Ah Kd 2c")
TURN = (*FLOP, *CHECKED, "turn 3c")
NEW_ONES = (
    "shuffle the cards back into the deck, the burn card stays out, and cut",
    "deal again without a burn",
)


def three(*lines):
    return Scenario("fours", stacks=(2000, 2000, 2000), blinds=(10, 20)).play(*lines)


@pytest.mark.rule("fours:flop-redeal-1")
def test_a_flop_of_too_many_cards_goes_back_and_its_burn_stays_on_the_table():
    hand = three(*FLOP).report(what.TOO_MANY_FLOP_CARDS)
    assert hand.ruled.clause == "fours:flop-redeal-1"
    assert hand.ruled.orders == NEW_ONES
    assert hand.hand.board == ()
    assert hand.hand.burned == 1
    assert hand.options.deal.burn == 0
    assert hand.play("flop As Ks 2s").hand.burned == 1


@pytest.mark.rule("fours:flop-redeal-1")
@pytest.mark.rule("fours:flop-redeal-2")
def test_a_premature_flop_waits_for_the_betting_and_comes_again_without_a_burn():
    hand = three("seat 3 raises to 60", "seat 1 calls").report(what.PREMATURE_FLOP)
    assert hand.ruled.orders == ("finish the betting", *NEW_ONES)
    assert hand.seat == 2
    hand.refuses("flop As Ks 2s")
    hand.play("seat 2 calls")
    assert hand.options.deal.burn == 0
    assert hand.play("flop As Ks 2s").seat == 1


@pytest.mark.rule("fours:no-burn-1")
@pytest.mark.parametrize(
    ("lines", "left", "again"),
    [
        (FLOP, "", "flop Kd 2c 9s"),
        (TURN, "Ah Kd 2c", "turn 9s"),
        ((*TURN, *CHECKED, "river 4c"), "Ah Kd 2c 3c", "river 9s"),
    ],
)
def test_a_burn_forgotten_is_the_first_card_turned_and_the_next_one_counts(lines, left, again):
    hand = three(*lines)
    burned = hand.hand.burned
    hand.report(what.NO_BURN)
    assert hand.ruled.clause == "fours:no-burn-1"
    assert hand.ruled.orders[0] == "show the first card to everybody and burn it"
    assert hand.hand.board == parse(left)
    assert hand.options.deal.burn == 0, "it was the burn"
    hand.play(again)
    assert hand.hand.burned == burned
    assert hand.hand.board[-1:] == parse("9s")


@pytest.mark.rule("fours:early-turn-1")
@pytest.mark.rule("fours:early-turn-2")
@pytest.mark.rule("fours:early-turn-3")
def test_an_early_turn_card_is_out_for_its_street_and_the_river_comes_from_a_new_shuffle():
    hand = three(*FLOP, "seat 1 bets 40", "seat 2 calls").report(what.PREMATURE_TURN)
    assert hand.ruled.clause == "fours:early-turn-1"
    assert hand.ruled.remedy == "the card is out of play for this street"
    assert hand.options.raising.most == 1980, "the betting is finished with no limit change"
    hand.play("seat 3 folds")
    assert hand.ruled.orders[1] == "set the card aside, burn, and turn the next card as the turn"
    assert hand.options.deal.burn == 1
    hand.play("turn 9s", "seat 1 checks", "seat 2 checks")
    assert hand.ruled.clause == "fours:early-turn-3"
    assert "without burns, and cut" in hand.ruled.orders[0]
    assert hand.options.deal.burn == 0
    assert hand.play("river 8s").hand.burned == 2


@pytest.mark.rule("fours:early-river-1")
def test_an_early_river_is_shuffled_back_and_dealt_again_without_a_burn():
    hand = three(*TURN, "seat 1 bets 40", "seat 2 calls").report(what.PREMATURE_RIVER)
    assert hand.ruled.clause == "fours:early-river-1"
    assert hand.ruled.orders == ("finish the betting", *NEW_ONES)
    hand.play("seat 3 calls")
    assert hand.options.deal.burn == 0
    assert hand.play("river 8s").hand.burned == 2
