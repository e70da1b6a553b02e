"""Rules 15 and 16: bonus rounds and elimination rounds as they are played."""

import pytest

from engine import rulebooks
from engine.conduct.special_hands import eliminate, known
from engine.hand import events
from tests.scenario import Scenario

LAW = known(rulebooks.get("charity").conduct.special_rounds)


def bonus(rules="charity", stacks=(5000, 5000, 5000, 5000), **how):
    return Scenario(rules, stacks=stacks, bonus=1000, **how)


@pytest.mark.rule("charity:15.3")
@pytest.mark.rule("charity:1.1(pot)")
def test_bonus_chips_are_in_the_pot_before_the_first_card_and_won_with_it():
    hand = bonus()
    assert hand.last(events.HandStarted).bonus == 1000
    assert hand.hand.pot == 1150
    hand.play("seat 3 raises to 300", "seat 4 folds", "seat 1 folds", "seat 2 folds")
    assert hand.stacks == {1: 4950, 2: 4900, 3: 6150, 4: 5000}


@pytest.mark.rule("charity:15.3")
def test_bonus_chips_lie_in_the_main_pot_for_an_all_in_player_too():
    hand = bonus(stacks=(5000, 5000, 60, 5000))
    hand.play("seat 3 all-in", "seat 4 calls", "seat 1 folds", "seat 2 stands")
    assert hand.pots == [(1000 + 50 + 3 * 60, (2, 3, 4)), (80, (2, 4))]


@pytest.mark.rule("charity:15.3")
@pytest.mark.parametrize(("rules", "most"), [("charity-pot", 1350), ("charity-half-pot", 725)])
def test_bonus_chips_count_in_the_pot_limits(rules, most):
    assert bonus(rules).options.raising.most == most


@pytest.mark.rule("charity:16.2")
def test_an_elimination_round_is_played_out_and_paid_before_anybody_goes():
    hand = Scenario("charity", stacks=(5000, 5000, 300, 2000), is_elimination=True)
    assert hand.hand.is_elimination
    hand.play("seat 3 all-in", "seat 4 calls", "seat 1 folds", "seat 2 calls")
    assert hand.stacks[3] == 0, "the lowest stake of all, while the hand is played"
    hand.check_down().play("pot 0 to 3")
    assert hand.hand.ended == "played"
    assert hand.stacks == {1: 4950, 2: 4700, 3: 950, 4: 1700}
    assert eliminate(hand.stacks, {}, LAW, button=hand.hand.marker, unit=25).seat == 3
    lost = Scenario("charity", stacks=(5000, 5000, 1500, 2000), is_elimination=True)
    lost.play("seat 3 all-in", "seat 4 calls", "seat 1 folds", "seat 2 folds")
    lost.check_down().play("pot 0 to 3")
    assert eliminate(lost.stacks, {}, LAW, button=lost.hand.marker, unit=25).seat == 4
