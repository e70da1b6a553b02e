"""Three Card Manila (appendix A)."""

import pytest

from engine.cards import cards
from engine.hand import events
from tests.scenario import THREE, Scenario


def due(hand):
    """The street the dealer is asked for, its cards and how many to burn before it."""
    return hand.options.deal.street, hand.options.deal.cards, hand.options.deal.burn


@pytest.mark.rule("canberra:A.2.1")
@pytest.mark.rule("canberra:alt.D.2.2")
def test_two_hole_cards_together_then_a_third_beginning_with_the_buck():
    deck = "2c 2d 3c 3d 4c 4d 2h 3h 4h"
    hand = Scenario("canberra-a", stacks=THREE, blinds=(25,), deck=deck, marker=2)
    assert hand.hand.hole[2] == cards.parse("2c 2d 2h")
    assert hand.hand.hole[3] == cards.parse("3c 3d 3h")
    assert hand.hand.hole[1] == cards.parse("4c 4d 4h")


@pytest.mark.rule("canberra:A.2.2")
def test_the_first_communal_card_lies_before_any_betting():
    hand = Scenario("canberra-a", stacks=THREE, blinds=(25,))
    assert due(hand) == ("first card", 1, 0)
    hand.refuses("seat 2 calls")
    hand.play("board As")
    assert (hand.options.phase, hand.hand.board) == ("bet", cards.parse("As"))
    assert hand.hand.bets[1] == 25


@pytest.mark.rule("canberra:A.1.1")
@pytest.mark.rule("canberra:A.1.2")
@pytest.mark.rule("canberra:A.1.2/later")
@pytest.mark.rule("canberra:A.2.3")
@pytest.mark.rule("canberra:A.2.6")
@pytest.mark.rule("canberra:T.flop")
def test_a_round_of_betting_follows_each_of_the_five_cards():
    hand = Scenario("canberra-a", stacks=THREE, blinds=(25,), marker=3).play("board")
    assert hand.seat == 1  # after the only blind
    hand.play("seat 1 calls", "seat 2 calls", "seat 3 stands")
    for count in (2, 3, 4, 5):
        hand.refuses("board As Ks Qs", clause="canberra:A.2.4")
        hand.play("board")
        assert (len(hand.hand.board), hand.seat) == (count, 3)  # the Buck
        hand.play("seat 3 checks", "seat 1 checks", "seat 2 checks")
    assert hand.options.phase == "show"
    assert [len(event.cards) for event in hand.all(events.BoardDealt)] == [1] * 5


@pytest.mark.rule("canberra:A.1.3")
def test_when_the_buck_is_out_the_first_active_player_after_it_opens():
    hand = Scenario("canberra-a", stacks=(5000,) * 4, blinds=(25,), marker=2).play("board")
    hand.play("seat 3 folds", "seat 4 calls", "seat 1 raises to 50", "seat 2 folds", "seat 4 calls")
    hand.play("board")
    assert hand.seat == 4


@pytest.mark.rule("canberra:A.2.4")
def test_the_next_card_comes_only_when_two_are_left_and_all_bets_are_met():
    hand = Scenario("canberra-a", stacks=THREE, blinds=(25,)).play("board")
    hand.play("seat 2 raises to 50", "seat 3 calls")
    hand.refuses("board", clause="canberra:A.2.4")
    hand.play("seat 1 calls", "board", "seat 1 bets 25")
    hand.refuses("board", clause="canberra:A.2.4")
    hand.play("seat 2 folds", "seat 3 calls", "board")
    assert len(hand.hand.board) == 3


@pytest.mark.rule("canberra:A.2.6")
def test_the_hand_ends_at_once_when_one_player_is_left():
    hand = Scenario("canberra-a", stacks=THREE, blinds=(25,)).play("board")
    hand.play("seat 2 raises to 75", "seat 3 folds", "seat 1 folds")
    assert hand.hand.ended == "played"
    assert hand.stacks == {1: 4975, 2: 5025, 3: 5000}
