"""Whole hands, from the first blind to the last pot."""

import pytest

from engine.cards import cards
from engine.cards.ranking import evaluator
from engine.hand import commands, events
from engine.hand.applying import replay
from engine.referee.referee import undo
from engine.refusal import Refused
from tests.scenario import Scenario


def test_a_hand_is_played_to_the_showdown_with_every_card_entered():
    hand = Scenario("fours", stacks=(1000, 1000, 1000), blinds=(10, 20), marker=1)
    hand.play("seat 1 raises to 60", "seat 2 folds", "seat 3 calls")
    hand.play("flop Ah Kd 2c", "seat 3 checks", "seat 1 bets 100", "seat 3 calls")
    hand.play("turn 3c", "seat 3 checks", "seat 1 checks")
    hand.play("river 9d", "seat 3 checks", "seat 1 checks")
    hand.play("seat 3 shows As Qs", "seat 1 shows Ac 2s", "pay")
    assert hand.stacks == {1: 1170, 2: 990, 3: 840}


def test_a_hand_is_played_without_entering_a_single_card():
    hand = Scenario("charity", stacks=(500, 500), blinds=(10, 20)).check_down()
    hand.play("pot 0 to 2")
    assert hand.stacks == {1: 480, 2: 520}
    assert hand.hand.ended == "played"


def test_a_declaration_against_the_cards_on_the_table_is_refused():
    hand = Scenario("adelaide", stacks=(500, 500), blinds=(10, 20))
    hand.play("seat 1 calls", "seat 2 checks", "flop Ah Kd 2c", "seat 2 checks", "seat 1 checks")
    hand.play("turn 3c", "seat 2 checks", "seat 1 checks")
    hand.play("river 9d", "seat 2 checks", "seat 1 checks")
    hand.play("seat 2 shows As Qs", "seat 1 shows Jc Ts")
    hand.refuses("pot 0 to 1", clause="adelaide:46c")
    hand.refuses("pot 0 to 1 and 2", clause="adelaide:46c")
    assert hand.play("pot 0 to 2").stacks == {1: 480, 2: 520}


def test_the_engine_deals_shows_and_pays_by_itself():
    hand = Scenario("adelaide", stacks=(500, 500), deck="As Ks Ac Kc 2d Ad 7h 8h 2h 9c 2s Tc")
    hand.play("seat 1 all-in", "seat 2 calls")
    shown = [event.seat for event in hand.all(events.HandShown)]
    assert shown == [2, 1]
    assert hand.events.index(hand.all(events.HandShown)[0]) < hand.events.index(
        hand.all(events.BoardDealt)[0]
    )
    assert hand.stacks == {1: 0, 2: 1000}
    assert hand.last(events.HandEnded).busts == (1,)


def test_undo_takes_back_the_last_action_and_what_followed_from_it():
    hand = Scenario("fours", stacks=(1000, 1000, 1000), blinds=(10, 20), marker=1)
    hand.play("seat 1 folds")
    before = hand.hand.copy()
    hand.play("seat 2 folds")
    assert hand.hand.ended
    story = [*hand.events, *undo(hand.events, hand.rules, "misheard")]
    assert replay(story) == before


def test_undo_stops_at_the_start_of_the_hand():
    hand = Scenario("fours", stacks=(1000, 1000))
    with pytest.raises(Refused):
        undo(hand.events, hand.rules)


def test_nothing_is_played_after_the_end():
    hand = Scenario("fours", stacks=(1000, 1000)).fold_round()
    with pytest.raises(Refused):
        hand.do(commands.Fold(1))


def test_a_joker_on_the_board_may_make_flushes_in_two_suits():
    omaha = evaluator("omaha")
    hole, board = cards.parse("As4sKh3h"), cards.parse("Th4hJk5sQs")
    assert omaha.words(omaha.high(hole, board)).lower().startswith("flush")
