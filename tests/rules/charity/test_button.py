"""Rules 5.3.2 and 11: the designated player and the dealer button."""

import pytest

from engine.hand import events
from tests.scenario import Scenario


def table(rules="charity", **how):
    return Scenario(rules, **how)


def dealt(hand):
    """The seats in the order they got their first card."""
    return [seat for seat, _ in hand.last(events.HoleDealt).cards]


@pytest.mark.rule("charity:11.1")
@pytest.mark.parametrize("seats", [(1, 2, 3, 4), (2, 5, 9), (1, 10), (3, 4, 6, 8)])
def test_the_player_at_the_dealers_right_has_the_first_button(seats):
    hand = table(stacks=dict.fromkeys(seats, 1000))
    assert hand.hand.marker == seats[-1]


@pytest.mark.rule("charity:5.3.2")
@pytest.mark.rule("charity:11.2")
def test_the_button_passes_one_player_clockwise_at_the_end_of_each_hand():
    hand = table(stacks={2: 1000, 3: 1000, 7: 1000, 9: 1000})
    buttons = [hand.hand.marker]
    for _ in range(5):
        assert hand.hand.marker == buttons[-1], "it stays while a hand is played"
        hand = hand.fold_round().then()
        buttons.append(hand.hand.marker)
    assert buttons == [9, 2, 3, 7, 9, 2]


@pytest.mark.rule("charity:1.1(designated-player)")
@pytest.mark.rule("charity:5.3.2")
@pytest.mark.rule("charity:11.3")
@pytest.mark.parametrize("button", [1, 2, 3, 4])
def test_the_player_with_the_button_gets_the_last_card(button):
    hand = table(stacks=(1000,) * 4, marker=button)
    assert hand.hand.marker == button
    assert dealt(hand)[-1] == button


@pytest.mark.rule("charity:11.5")
@pytest.mark.rule("charity:11.3")
def test_with_the_button_on_an_eliminated_seat_the_player_to_its_right_is_dealt_last():
    hand = table(stacks=(50, 1000, 1000, 1000, 1000))
    assert hand.hand.blind_seats == (1, 2)
    hand.play("seat 3 calls", "seat 4 folds", "seat 5 folds", "seat 2 stands").check_down()
    hand.play("pot 0 to 3", "pot 1 to 3")
    following = hand.then()
    assert following.hand.marker == 1, "onto the eliminated position"
    assert following.hand.blind_seats == (2, 3)
    assert dealt(following) == [2, 3, 4, 5]
    assert following.fold_round().then().hand.marker == 2, "and then on as usual"


@pytest.mark.rule("charity:11.5")
def test_the_button_moves_to_the_eliminated_seat_when_there_are_antes_only():
    hand = table(stacks=(50, 1000, 1000, 1000), blinds=(), ante=50)
    hand.play("seat 2 bets 50", "seat 3 calls", "seat 4 folds").check_down()
    hand.play("pot 0 to 3", "pot 1 to 3")
    assert hand.then().hand.marker == 1


@pytest.mark.rule("charity:11.5")
def test_when_the_second_blind_goes_out_the_button_moves_normally():
    hand = table(stacks=(1000, 100, 1000, 1000, 1000))
    hand.play("seat 3 calls", "seat 4 folds", "seat 5 folds", "seat 1 folds").check_down()
    following = hand.play("pot 0 to 3").then()
    assert following.hand.marker == 1
    assert following.hand.blind_seats == (3, 4), "the next live player posts the first blind"


@pytest.mark.rule("charity:11.7")
def test_of_two_players_the_designated_player_is_first_in_everything():
    hand = table(stacks=(1000, 1000), marker=2)
    assert hand.all(events.BlindPosted)[0] == events.BlindPosted(2, 50, 50)
    assert dealt(hand) == [2, 1]
    assert hand.seat == 2
    hand.play("seat 2 calls", "seat 1 stands")
    for card in ("flop", "turn", "river"):
        hand.play(card)
        assert hand.seat == 2, card
        hand.play("seat 2 checks", "seat 1 checks")
    assert hand.options.showing.order == (2, 1)


@pytest.mark.rule("charity:11.7")
@pytest.mark.rule("charity:11.5")
def test_when_the_third_player_goes_out_the_button_is_never_on_an_empty_seat():
    hand = table(stacks=(50, 1000, 1000))
    hand.play("seat 3 calls", "seat 2 stands").check_down().play("pot 0 to 3", "pot 1 to 3")
    following = hand.then()
    assert following.hand.marker == 2
    assert following.hand.blind_seats == (2, 3)
