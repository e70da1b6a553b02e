"""Rules 4.5 and 4.6: players who are late or away.

Four players: seat 4 is the designated player, seats 1 and 2 post 50 and 100, seat 3 opens.
"""

import pytest

from engine.hand import events
from engine.referee.start import facts
from tests.scenario import FOUR, Scenario


@pytest.mark.rule("charity:4.5")
def test_antes_and_blinds_of_an_absent_player_are_taken_every_hand_he_misses():
    hand = Scenario("charity", stacks=FOUR, ante=25, away={2: "absent"})
    taken = []
    for _ in range(4):
        taken.append(hand.hand.began[2] - hand.stacks[2])
        hand.play(f"seat {hand.seat} raises to 300")
        hand = hand.fold_round().then(away={2: "absent"})
    assert taken == [125, 75, 25, 25], "blinds in his turn, the ante always"
    assert hand.hand.began[2] == 5000 - sum(taken)


@pytest.mark.rule("charity:4.5")
def test_an_absent_player_whose_chips_run_out_is_eliminated():
    hand = Scenario("charity", stacks=(5000, 60, 5000, 5000), away={2: "absent"})
    assert hand.stacks[2] == 0
    hand.play("seat 3 calls", "seat 4 calls", "seat 1 calls").check_down()
    hand.play("pot 0 to 3", "pot 1 to 3")
    assert hand.last(events.HandEnded).busts == (2,)
    assert facts(hand.hand).busts == (2,)


@pytest.mark.rule("charity:4.6")
def test_cards_are_dealt_to_an_absent_player_and_folded_at_his_first_decision():
    hand = Scenario("charity", stacks=FOUR, away={4: "absent"})
    assert [seat for seat, _ in hand.last(events.HoleDealt).cards] == [1, 2, 3, 4]
    assert 4 in hand.hand.in_hand()
    assert hand.last(events.AbsenceNoted).clause == "charity:4.6"
    hand.play("seat 3 calls")
    assert hand.hand.folds == (4,)
    assert hand.seat == 1
    assert hand.stacks[4] == 5000


@pytest.mark.rule("charity:4.6")
def test_who_arrives_before_his_decision_plays_the_hand():
    hand = Scenario("charity", stacks=FOUR, away={4: "absent"})
    hand.play("seat 4 arrives", "seat 3 calls")
    assert hand.seat == 4
    hand.play("seat 4 raises to 300")


@pytest.mark.rule("charity:4.6")
def test_an_absent_last_blind_wins_when_everyone_folds_before_his_turn():
    hand = Scenario("charity", stacks=FOUR, away={2: "absent"})
    hand.play("seat 3 folds", "seat 4 folds", "seat 1 folds")
    assert hand.stacks[2] == 5050
