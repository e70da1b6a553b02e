"""Rules 10 and 27 and the Dealer Button: where it starts, how it moves, who is dealt last."""

import pytest

from engine.hand import events
from tests.scenario import Scenario


@pytest.mark.rule("adelaide:10")
@pytest.mark.parametrize("seats", [(1, 2, 3, 4), (2, 5, 8)])
def test_the_first_button_goes_to_the_player_at_the_dealers_left(seats):
    hand = Scenario("adelaide", stacks=dict.fromkeys(seats, 5000))
    assert hand.hand.marker == seats[0]


@pytest.mark.rule("adelaide:10")
@pytest.mark.rule("adelaide:27")
def test_the_button_passes_clockwise_after_every_hand():
    hand = Scenario("adelaide", stacks={2: 5000, 5: 5000, 8: 5000})
    markers = []
    for _ in range(4):
        markers.append(hand.hand.marker)
        hand = hand.fold_round().then()
    assert markers == [2, 5, 8, 2]


@pytest.mark.rule("adelaide:10")
def test_the_button_goes_to_the_next_player_still_in():
    hand = Scenario("adelaide", stacks=(5000, 400, 5000, 5000))
    hand.play("seat 4 folds", "seat 1 raises to 800", "seat 2 all-in", "seat 3 folds")
    hand.check_down().play("pot 0 to 1")
    assert hand.last(events.HandEnded).busts == (2,)
    following = hand.then()
    assert following.hand.marker == 3, "no dead button on seat 2"
    assert following.hand.blind_seats == (4, 1)


@pytest.mark.rule("adelaide:1.Dealer Button")
@pytest.mark.rule("adelaide:12b")
def test_the_button_is_dealt_last_and_the_next_live_seat_first():
    hand = Scenario("adelaide", stacks={1: 5000, 3: 5000, 4: 5000, 9: 5000}, marker=4)
    assert hand.hand.order == (9, 1, 3, 4)
    assert [seat for seat, _ in hand.last(events.HoleDealt).cards] == [9, 1, 3, 4]
