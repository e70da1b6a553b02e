"""Rules 26, 51 and 57: ties, odd chips and no agreements."""

import pytest

from engine.hand import commands, events
from tests.scenario import Scenario

BOARD = ("flop Ah Kh Qd", "turn 2s", "river 3s")


def shown_down(hand):
    """The board with a straight for every jack-ten; the bets of the flop are in."""
    for cards in BOARD:
        hand.play(cards)
        while hand.seat > 0:
            hand.play(f"seat {hand.seat} checks")
    return hand


def raised_to(amount, *, callers, stacks=(5000, 5000, 5000, 5000), **how):
    hand = Scenario("adelaide", stacks=stacks, **how).play(f"seat 4 raises to {amount}")
    for seat in (1, 2, 3):
        hand.play(f"seat {seat} {'calls' if seat in callers else 'folds'}")
    return hand


@pytest.mark.rule("adelaide:26")
def test_equal_best_hands_share_the_pot_equally():
    hand = shown_down(raised_to(300, callers=(1,)))
    hand.play("seat 4 shows Js Ts", "seat 1 shows Jc Tc")
    hand.refuses("pot 0 to 4", clause="adelaide:46c")
    hand.play("pay")
    assert hand.won == [{4: 375, 1: 375}]
    assert hand.stacks == {1: 5075, 2: 4950, 3: 4900, 4: 5075}


@pytest.mark.rule("adelaide:26")
@pytest.mark.rule("adelaide:57")
def test_side_pots_are_shared_each_for_itself():
    hand = raised_to(300, callers=(1, 3), stacks=(5000, 5000, 200, 5000), chip=25)
    hand = shown_down(hand)
    assert hand.pots == [(650, (3, 4, 1)), (200, (4, 1))]
    hand.play("seat 4 shows Js Ts", "seat 1 shows Jc Tc", "seat 3 shows Jd Td", "pay")
    assert hand.won == [{3: 225, 4: 225, 1: 200}, {4: 100, 1: 100}]


@pytest.mark.rule("adelaide:57")
def test_one_odd_chip_goes_to_the_winner_closest_to_the_buttons_left():
    hand = shown_down(raised_to(325, callers=(1, 2), blinds=(50, 100), chip=25))
    hand.play("seat 2 shows Js Ts", "seat 4 shows 2c 2d", "seat 1 shows Jc Tc", "pay")
    assert hand.hand.pot == 0
    assert hand.won == [{2: 550, 1: 525}]
    award = hand.last(events.PotAwarded)
    assert award.odd_chips == 25
    assert award.clause == "adelaide:57"


@pytest.mark.rule("adelaide:57")
def test_several_odd_chips_go_one_to_each_winner_clockwise():
    hand = shown_down(raised_to(200, callers=(1, 2), blinds=(25, 50), chip=25, ante=0))
    hand.play("seat 2 shows Js Ts", "seat 4 shows Jd Td", "seat 1 shows Jc Tc", "pay")
    assert hand.won == [{2: 225, 4: 225, 1: 200}]  # 650 in chips of 25: two over


@pytest.mark.rule("adelaide:51")
def test_a_pot_is_never_divided_by_agreement():
    hand = shown_down(raised_to(300, callers=(1,)))
    hand.refuses("pot 0 split by 1 and 4", clause="adelaide:51")
    assert hand.hand.pot == 750
    with_cards_to_come = raised_to(300, callers=(1,))
    with_cards_to_come.refuses(commands.SplitByAgreement(0, (1, 4)), clause="adelaide:51")
    assert with_cards_to_come.options.phase == "deal", "the hand is played to its end"
