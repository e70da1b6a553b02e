"""Rules 23, 24, 46a, 46c and 96: who shows, in which order, and what the cards on the table say.

Three players: seat 1 has the button, seats 2 and 3 the blinds.
"""

from functools import partial

import pytest

from engine.cards.cards import parse
from engine.hand import commands, events
from tests.scenario import THREE, dealt

LIMPED = ("seat 1 calls", "seat 2 calls", "seat 3 checks")
CHECKED = ("seat 2 checks", "seat 3 checks", "seat 1 checks")
TO_THE_RIVER = (*LIMPED, "flop Ah Kd 2c", *CHECKED, "turn 3c", *CHECKED, "river 9d")


three = partial(dealt, "adelaide", stacks=THREE)


def order(hand):
    return hand.options.showing.order


@pytest.mark.rule("adelaide:23")
def test_the_last_round_is_opened_left_of_the_button_and_the_player_called_shows_first():
    hand = three().play(*TO_THE_RIVER)
    assert hand.seat == 2
    hand.play("seat 2 checks", "seat 3 bets 200", "seat 1 raises to 600", "seat 2 folds")
    assert hand.seat == 3, "until all wagers match"
    hand.play("seat 3 calls")
    assert order(hand) == (1, 3)
    hand.refuses("seat 1 mucks", clause="adelaide:46a")
    hand.play("seat 1 shows As Qs", "seat 3 shows Ac Ks", "pay")
    assert hand.won == [{3: 1500}]


@pytest.mark.rule("adelaide:23")
@pytest.mark.rule("adelaide:46a")
def test_a_beaten_caller_passes_his_cards_in_unseen():
    hand = three().play(*TO_THE_RIVER, "seat 2 bets 200", "seat 3 calls", "seat 1 calls")
    hand.play("seat 2 shows As Qs")
    assert not hand.options.showing.must_show
    hand.play("seat 3 mucks", "seat 1 shows Ac Ks")
    assert hand.last(events.HandMucked) == events.HandMucked(3)
    assert hand.play("pay").won == [{1: 900}]
    assert 3 not in hand.hand.shown


@pytest.mark.rule("adelaide:46a")
def test_dealt_electronically_only_the_called_and_the_winning_hands_are_seen():
    deck = "As Qh 7s Qs 9c 2h" + "4s Ah Kd 2c" + "4d 3c" + "4h 9d"
    hand = three(deck=deck).play(*LIMPED, *CHECKED, *CHECKED)
    hand.play("seat 2 bets 200", "seat 3 calls", "seat 1 calls")
    assert [event.seat for event in hand.all(events.HandShown)] == [2]
    assert [event.seat for event in hand.all(events.HandMucked)] == [3, 1]
    assert hand.won == [{2: 900}]


@pytest.mark.rule("adelaide:24")
def test_a_checked_last_round_is_shown_from_the_left_of_the_button():
    hand = three().play(*LIMPED, "flop Ah Kd 2c", "seat 2 checks", "seat 3 bets 100")
    hand.play("seat 1 calls", "seat 2 calls", "turn 3c", *CHECKED, "river 9d", *CHECKED)
    assert order(hand) == (2, 3, 1), "whoever bet before"
    hand.refuses("seat 2 mucks", clause="adelaide:46a")
    hand.play("seat 2 shows As Qs", "seat 3 mucks", "seat 1 shows Ac Ks", "pay")
    assert hand.won == [{1: 600}]


@pytest.mark.rule("adelaide:24")
@pytest.mark.rule("adelaide:96")
def test_with_everybody_all_in_the_player_called_in_that_round_shows_first():
    hand = three(stacks=(5000, 800, 800)).play(*LIMPED, "flop Ah Kd 2c", "seat 2 checks")
    hand.play("seat 3 all-in", "seat 1 folds", "seat 2 calls", "turn", "river")
    assert order(hand) == (3, 2)


@pytest.mark.rule("adelaide:96")
def test_all_cards_are_turned_up_once_a_player_is_all_in_and_the_action_is_over():
    deck = "As Ks 7h Ac Kc 2h" + "4s Ah Kd 2c" + "4d 3c" + "4h 9d"
    hand = three(deck=deck).play("seat 1 folds", "seat 2 all-in", "seat 3 calls")
    story = hand.events
    shown = [at for at, event in enumerate(story) if isinstance(event, events.HandShown)]
    board = [at for at, event in enumerate(story) if isinstance(event, events.BoardDealt)]
    assert [story[at].seat for at in shown] == [2, 3]
    assert max(shown) < min(board)
    assert len(board) == 3


@pytest.mark.rule("adelaide:96")
def test_a_human_dealer_is_told_to_turn_the_hands_up_and_nobody_mucks_then():
    hand = three(stacks=(5000, 300, 5000)).play("seat 1 raises to 900", "seat 2 all-in")
    hand.play("seat 3 folds")
    assert set(hand.options.deal.face_up) == {1, 2}
    hand.play("seat 1 shows As Qs", "flop Ah Kd 2c", "turn 3c", "river 9d")
    assert hand.options.showing.must_show
    hand.refuses("seat 2 mucks", clause="adelaide:96")


@pytest.mark.rule("adelaide:96")
def test_hands_stay_down_while_others_can_still_bet():
    hand = three(stacks=(5000, 300, 5000)).play("seat 1 raises to 900", "seat 2 all-in")
    hand.play("seat 3 calls")
    assert hand.options.deal.face_up == ()
    hand.play("flop")
    assert hand.seat == 3


@pytest.mark.rule("adelaide:1.Tabled")
@pytest.mark.rule("adelaide:46c")
def test_a_tabled_hand_is_read_by_its_cards_whatever_was_said():
    hand = three().play(*TO_THE_RIVER, "seat 2 bets 200", "seat 3 calls", "seat 1 folds")
    hand.play("seat 2 shows As Qs", "seat 3 shows Ac 9s")
    assert hand.hand.shown[3] == parse("Ac 9s")
    hand.refuses("pot 0 to 2", clause="adelaide:46c")
    hand.refuses("pot 0 to 2 and 3", clause="adelaide:46c")
    assert hand.play("pot 0 to 3").won == [{3: 700}]


@pytest.mark.rule("adelaide:1.Tabled")
def test_a_hand_is_tabled_with_both_cards_up():
    hand = three().play(*TO_THE_RIVER, "seat 2 bets 200", "seat 3 calls", "seat 1 folds")
    hand.play("seat 2 shows As")
    assert hand.options.showing.order[0] == 2, "one card is not the hand"
    hand.refuses("pot 0 to 2", clause="adelaide:1.Tabled")
    hand.play("seat 2 shows As Qs", "seat 3 mucks")
    assert hand.won == [{2: 700}]


@pytest.mark.rule("adelaide:46c")
def test_a_tabled_winning_hand_cannot_be_killed():
    hand = three().play(*TO_THE_RIVER, "seat 2 bets 200", "seat 3 calls", "seat 1 folds")
    hand.play("seat 2 shows As Qs", "seat 3 shows Ac 9s")
    hand.refuses(commands.KillHand(3, "touched the muck"), clause="adelaide:46c")
    hand.play(commands.KillHand(2, "touched the muck"))
    assert hand.won == [{3: 700}]
