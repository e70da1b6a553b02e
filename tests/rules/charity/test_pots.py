"""Rules 14.5, 14.6 and 18: pots, side pots and their division.

Four players: seat 4 is the designated player, seats 1 and 2 post 50 and 100, seat 3 opens.
"""

import pytest

from engine.hand import events
from tests.scenario import Scenario


def table(*stacks, **how):
    return Scenario("charity", stacks=stacks, **how)


@pytest.mark.rule("charity:1.1(pot)")
def test_the_pot_is_all_antes_blinds_and_bets_and_nothing_else():
    hand = table(5000, 5000, 5000, 5000, ante=25)
    assert hand.hand.pot == 4 * 25 + 150
    hand.play("seat 3 raises to 300", "seat 4 calls", "seat 1 folds", "seat 2 calls")
    assert hand.hand.pot == 100 + 50 + 3 * 300
    hand.play("flop", "seat 2 bets 500", "seat 3 folds", "seat 4 calls")
    assert hand.hand.pot == 1050 + 1000
    assert hand.hand.pot == 20_000 - sum(hand.stacks.values())


@pytest.mark.rule("charity:1.1(side-pot)")
@pytest.mark.rule("charity:14.5")
def test_what_is_wagered_above_an_all_in_goes_to_a_side_pot():
    hand = table(5000, 5000, 300, 5000)
    hand.play("seat 3 all-in", "seat 4 calls", "seat 1 folds", "seat 2 calls")
    assert hand.pots == [(950, (2, 3, 4))]
    hand.play("flop", "seat 2 bets 500", "seat 4 calls")
    assert hand.pots == [(950, (2, 3, 4)), (1000, (2, 4))]


@pytest.mark.rule("charity:1.1(side-pot)")
@pytest.mark.rule("charity:14.5")
@pytest.mark.rule("charity:14.6")
def test_several_all_ins_make_layers_and_each_player_wins_only_what_he_paid_into():
    hand = table(250, 500, 1000, 2000)
    hand.play("seat 3 all-in", "seat 4 calls", "seat 1 all-in", "seat 2 all-in")
    assert hand.pots == [(1000, (1, 2, 3, 4)), (750, (2, 3, 4)), (1000, (3, 4))]
    hand.play("flop 2c 7d Jh", "turn 3s", "river 9c")
    hand.play("seat 1 shows As Ah", "seat 2 shows Ks Kh", "seat 3 shows Qs Qh")
    hand.play("seat 4 shows 8s 8h", "pay")
    assert hand.won == [{1: 1000}, {2: 750}, {3: 1000}]
    assert hand.stacks == {1: 1000, 2: 750, 3: 1000, 4: 1000}


@pytest.mark.rule("charity:14.6")
@pytest.mark.rule("charity:1.1(all-in)")
def test_an_all_in_player_is_not_given_a_pot_he_has_no_part_in():
    hand = table(5000, 5000, 300, 5000)
    hand.play("seat 3 all-in", "seat 4 calls", "seat 1 folds", "seat 2 calls")
    hand.play("flop", "seat 2 bets 500", "seat 4 calls").check_down()
    hand.refuses("pot 1 to 3", clause="charity:14.6")
    hand.play("pot 0 to 3", "pot 1 to 2")
    assert hand.stacks == {1: 4950, 2: 5200, 3: 950, 4: 4200}


@pytest.mark.rule("charity:14.6")
def test_a_wager_nobody_called_goes_back_to_its_bettor():
    hand = table(5000, 5000, 300, 5000)
    hand.play("seat 3 all-in", "seat 4 raises to 2000", "seat 1 folds", "seat 2 folds")
    assert hand.last(events.UncalledReturned) == events.UncalledReturned(4, 1700)
    assert hand.pots == [(750, (3, 4))]


@pytest.mark.rule("charity:1.1(active-player)")
def test_the_hand_is_not_over_while_an_all_in_player_is_against_another():
    hand = table(5000, 5000, 300, 5000)
    hand.play("seat 3 all-in", "seat 4 folds", "seat 1 folds", "seat 2 calls")
    assert hand.hand.in_hand() == [2, 3]
    assert not hand.hand.ended
    three = table(5000, 5000, 300, 5000)
    three.play("seat 3 all-in", "seat 4 calls", "seat 1 folds", "seat 2 calls", "flop")
    three.play("seat 2 bets 200", "seat 4 folds")
    assert not three.hand.ended, "seat 3 is active and can win the main pot"
    assert three.pots == [(950, (2, 3))]


@pytest.mark.rule("charity:18.2.1")
def test_each_pot_is_passed_to_its_winner_before_the_next_hand():
    hand = table(5000, 5000, 300, 5000)
    hand.play("seat 3 all-in", "seat 4 calls", "seat 1 folds", "seat 2 calls")
    hand.play("flop", "seat 2 bets 500", "seat 4 calls").check_down()
    hand.play("pot 0 to 3")
    assert (hand.stacks[3], hand.hand.pot, hand.hand.ended) == (950, 1000, "")
    hand.play("pot 1 to 4")
    assert (hand.stacks[4], hand.hand.pot, hand.hand.ended) == (5200, 0, "played")
    assert hand.then().hand.began[1:] == [4950, 4200, 950, 5200]


# -- equal hands -----------------------------------------------------------------------------------


@pytest.mark.rule("charity:18.3")
@pytest.mark.parametrize(("button", "first"), [(1, 2), (2, 3), (3, 1)])
def test_the_whole_remainder_goes_to_the_first_winner_left_of_the_designated_player(button, first):
    hand = Scenario("charity", stacks=(5000,) * 3, marker=button, ante=25, chip=50, blinds=(50, 50))
    hand.check_down()
    assert hand.hand.pot == 225
    hand.play("pot 0 to 1, 2 and 3")
    others = {seat: 50 for seat in (1, 2, 3) if seat != first}
    assert hand.won == [{first: 125, **others}]
    assert hand.last(events.PotAwarded).clause == "charity:18.3"


@pytest.mark.rule("charity:18.3")
def test_two_odd_chips_go_to_one_winner_and_not_one_to_each():
    hand = table(5000, 5000, 5000, 5000, 5000, blinds=(25, 50), chip=25)
    hand.play("seat 3 raises to 100", "seat 4 calls", "seat 5 calls", "seat 1 folds")
    assert hand.play("seat 2 calls").check_down().hand.pot == 425
    hand.play("pot 0 to 3, 4 and 5")
    assert hand.won == [{3: 175, 4: 125, 5: 125}]
    assert hand.last(events.PotAwarded).odd_chips == 50


@pytest.mark.rule("charity:18.3")
@pytest.mark.rule("charity:1.1(active-player)")
def test_each_pot_is_divided_apart_and_an_all_in_player_may_get_the_remainder():
    hand = table(125, 5000, 5000, 5000, blinds=(25, 50), chip=25)
    hand.play("seat 3 raises to 125", "seat 4 folds", "seat 1 all-in", "seat 2 calls", "flop")
    hand.play("seat 2 bets 75", "seat 3 calls").check_down()
    assert hand.pots == [(375, (1, 2, 3)), (150, (2, 3))]
    hand.play("pot 0 to 1 and 3", "pot 1 to 2 and 3")
    assert hand.won == [{1: 200, 3: 175}, {2: 75, 3: 75}]


@pytest.mark.rule("charity:18.1")
def test_a_pot_is_divided_when_all_who_contest_it_agree():
    hand = table(5000, 5000, 300, 5000)
    hand.play("seat 3 all-in", "seat 4 calls", "seat 1 folds", "seat 2 calls")
    hand.play("flop", "seat 2 bets 500", "seat 4 calls").check_down()
    hand.refuses("pot 0 split by 2 and 4", clause="charity:18.1")
    hand.play("pot 1 split by 2 and 4", "pot 0 to 3")
    assert hand.stacks == {1: 4950, 2: 4700, 3: 950, 4: 4700}


@pytest.mark.rule("charity:18.1")
def test_no_pot_is_divided_before_the_hand_is_played_to_its_end():
    hand = table(5000, 5000, 5000).play("seat 3 calls", "seat 1 calls", "seat 2 stands", "flop")
    hand.play("seat 1 checks", "seat 2 checks", "seat 3 checks")
    hand.refuses("pot 0 split by 1, 2 and 3", why="The last cards are not dealt yet.")
    hand.check_down().play("pot 0 split by 1, 2 and 3")
    assert (hand.hand.ended, hand.hand.pot) == ("played", 0)
    assert hand.stacks == {1: 5000, 2: 5000, 3: 5000}
