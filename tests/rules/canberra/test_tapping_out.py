"""Tapping out, and the pots that follow from it (rule 13)."""

from datetime import timedelta

import pytest

from engine.entries import purchases
from engine.hand import events
from engine.rulebooks.presets import canberra
from tests.scenario import Scenario


@pytest.mark.rule("canberra:T.tap_out")
@pytest.mark.rule("canberra:T.table_stake")
def test_tapping_out_puts_the_whole_table_stake_into_the_pot():
    hand = Scenario("canberra-e", stacks=(1000, 1000, 730, 1000)).play("seat 3 all-in")
    assert hand.stacks[3] == 0
    assert hand.hand.pot == 50 + 100 + 730
    assert hand.last(events.Raised).all_in


@pytest.mark.rule("canberra:13.1")
def test_who_cannot_meet_a_bet_stays_only_with_all_his_chips():
    hand = Scenario("canberra-e", stacks=(1000, 1000, 1000, 250)).play("seat 3 raises to 600")
    assert hand.options.call.amount == 250
    hand.refuses("seat 4 raises to 200")
    hand.play("seat 4 calls")
    assert hand.last(events.Called) == events.Called(seat=4, amount=250, all_in=True)
    assert hand.hand.bet_to_match == 600


@pytest.mark.rule("canberra:13.1")
def test_who_cannot_make_the_least_bet_bets_what_he_has():
    hand = Scenario("canberra-e", stacks=(140, 1000, 1000))
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 stands", "flop")
    hand.refuses("seat 1 bets 30", clause="canberra:5.1/min")
    hand.play("seat 1 all-in")
    assert hand.last(events.Bet) == events.Bet(seat=1, to=40, size="short", all_in=True)


@pytest.mark.rule("canberra:13.1")
def test_a_tapped_out_player_stays_to_the_showdown_and_bets_no_more():
    hand = Scenario("canberra-e", stacks=(1000, 1000, 1000, 100))
    hand.play("seat 3 calls", "seat 4 all-in", "seat 1 calls", "seat 2 stands")
    for street in ("flop", "turn", "river"):
        hand.play(street, "seat 1 checks", "seat 2 checks", "seat 3 checks")
    assert hand.hand.in_hand() == [1, 2, 3, 4]
    hand.play("seat 1 shows 2c 7d", "seat 2 mucks", "seat 3 mucks", "seat 4 shows Ac Ad")
    hand.play("pot 0 to 4")
    assert hand.stacks[4] == 400


@pytest.mark.rule("canberra:13.2")
def test_a_tapped_out_player_wins_only_the_pots_formed_up_to_then():
    deck = "As Ks Qs 2c Ad Kd Qd 3d 9c 4h 8h 6h 9d 8c 9h Jc"
    hand = Scenario("canberra-e", stacks=(100, 400, 1000, 1000), deck=deck)
    hand.play("seat 3 raises to 1000", "seat 4 calls", "seat 1 all-in", "seat 2 all-in")
    assert hand.won == [{1: 400}, {2: 900}, {3: 1200}]
    assert hand.stacks == {1: 400, 2: 900, 3: 1200, 4: 0}


@pytest.mark.rule("canberra:13.2")
def test_a_declared_winner_must_have_paid_into_the_pot():
    hand = Scenario("canberra-e", stacks=(1000, 1000, 1000, 250))
    hand.play("seat 3 raises to 600", "seat 4 all-in", "seat 1 calls", "seat 2 calls").check_down()
    assert hand.pots == [(1000, (1, 2, 3, 4)), (1050, (1, 2, 3))]
    hand.refuses("pot 1 to 4", clause="canberra:13.2")
    hand.play("pot 0 to 4", "pot 1 to 2")
    assert hand.stacks == {1: 400, 2: 1450, 3: 400, 4: 1000}


@pytest.mark.rule("canberra:13.4")
@pytest.mark.parametrize("game", ["e", "h", "i", "c"])
def test_after_a_short_tap_out_nobody_may_raise_not_even_those_yet_to_act(game):
    hand = Scenario(f"canberra-{game}", stacks=(5000, 5000, 5000, 250, 5000))
    hand.play("seat 3 raises to 200", "seat 4 all-in")
    assert hand.last(events.Raised).size == events.SHORT
    for seat in (5, 1, 2, 3):
        assert hand.seat == seat
        assert not hand.options.raising.is_allowed
        hand.refuses(f"seat {seat} raises to 500", clause="canberra:13.4")
        assert hand.options.fold.is_allowed
        hand.play(f"seat {seat} calls")
    assert hand.options.phase == "deal"


@pytest.mark.rule("canberra:13.4")
def test_the_next_round_of_betting_is_open_again_and_no_raise_was_used_up():
    hand = Scenario("canberra-e", stacks=(5000, 5000, 5000, 250))
    hand.play("seat 3 raises to 200", "seat 4 all-in")
    assert hand.hand.raises == 1
    hand.play("seat 1 calls", "seat 2 calls", "seat 3 calls", "flop")
    hand.play("seat 1 bets 100", "seat 2 raises to 200")
    assert hand.hand.raises == 1


@pytest.mark.rule("canberra:13.4")
def test_a_tap_out_for_a_full_raise_leaves_the_raising_open():
    hand = Scenario("canberra-e", stacks=(5000, 5000, 5000, 300))
    hand.play("seat 3 raises to 200", "seat 4 all-in", "seat 1 raises to 500")
    assert hand.hand.raises == 3


@pytest.mark.rule("canberra:T.table_stake")
@pytest.mark.parametrize(("before", "may"), [(1049, True), (1050, False)])
def test_a_rebuy_is_measured_on_all_chips_in_front_of_the_player(before, may):
    hand = Scenario("canberra-e", stacks=(before, 5000, 5000)).play("seat 3 folds", "seat 1 folds")
    terms = canberra.rebuys("nlhe_early_bird", chips=1000, price=5000)
    buyer = purchases.Buyer(stack=hand.stacks[1])
    assert purchases.may_rebuy(terms, buyer, at=timedelta(minutes=10)) is may
