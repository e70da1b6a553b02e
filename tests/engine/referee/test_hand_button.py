"""Who has the marker, who posts, who is dealt first."""

import pytest

from engine.hand import events
from tests.scenario import Scenario


def bust(hand: Scenario, *seats: int) -> dict[int, int]:
    """The stacks after these seats went out."""
    return {seat: stack for seat, stack in hand.stacks.items() if seat not in seats}


def placed(hand: Scenario) -> tuple[int, tuple[int, ...]]:
    return hand.hand.marker, hand.hand.blind_seats


@pytest.mark.rule("fours:dead-button-1")
@pytest.mark.rule("fours:dead-button-2")
def test_the_big_blind_busts():
    first = Scenario("fours", stacks=[1000] * 5, marker=1).fold_round()
    assert placed(first) == (1, (2, 3))
    second = first.then(stacks=bust(first, 3)).fold_round()
    assert placed(second) == (2, (3, 4))
    assert [post.seat for post in second.all(events.BlindPosted)] == [4]
    third = second.then()
    assert placed(third) == (3, (4, 5))


@pytest.mark.rule("fours:dead-button-3")
def test_the_small_blind_busts_and_the_button_stays():
    first = Scenario("fours", stacks=[1000] * 5, marker=1).fold_round()
    assert placed(first.then(stacks=bust(first, 2))) == (1, (3, 4))


def test_both_blinds_bust_together():
    first = Scenario("fours", stacks=[1000] * 5, marker=1).fold_round()
    second = first.then(stacks=bust(first, 2, 3)).fold_round()
    assert placed(second) == (1, (3, 4))
    assert placed(second.then()) == (3, (4, 5))


@pytest.mark.rule("fours:dead-button-4")
def test_a_refilled_seat_takes_the_position():
    first = Scenario("fours", stacks=[1000] * 5, marker=1).fold_round()
    second = first.then(stacks=bust(first))
    assert [post.seat for post in second.all(events.BlindPosted)] == [3, 4]


@pytest.mark.rule("fours:heads-up-1")
def test_nobody_is_big_blind_twice_running_when_two_are_left():
    first = Scenario("fours", stacks=[1000] * 3, marker=1).fold_round()
    assert placed(first) == (1, (2, 3))
    assert placed(first.then(stacks=bust(first, 2))) == (3, (3, 1))


@pytest.mark.rule("charity:11.5")
def test_the_button_moves_onto_the_vacated_first_blind_only():
    first = Scenario("charity", stacks=[1000] * 5).fold_round()
    assert placed(first) == (5, (1, 2))
    busted = Scenario("charity", stacks={1: 20, 2: 1000, 3: 1000, 4: 1000, 5: 1000}, marker=5)
    busted.play("seat 3 folds", "seat 4 folds", "seat 5 folds").check_down().play("pot 0 to 2")
    assert placed(busted.then()) == (1, (2, 3))
    assert placed(first.then(stacks=bust(first, 2))) == (1, (3, 4))


@pytest.mark.rule("charity:11.7")
def test_heads_up_the_charity_button_is_first_in_everything():
    hand = Scenario("charity", stacks=(1000, 1000))
    assert placed(hand) == (2, (2, 1))
    assert (hand.hand.order[0], hand.seat) == (2, 2)
    assert hand.play("seat 2 calls", "seat 1 stands", "flop").seat == 2


@pytest.mark.rule("adelaide:95")
def test_heads_up_the_adelaide_button_acts_first_before_and_last_after_the_flop():
    hand = Scenario("adelaide", stacks=(1000, 1000))
    assert placed(hand) == (1, (1, 2))
    assert hand.play("seat 1 calls", "seat 2 checks", "flop").seat == 2


@pytest.mark.rule("adelaide:10")
def test_the_adelaide_button_passes_over_empty_seats():
    first = Scenario("adelaide", stacks=[1000] * 4).fold_round()
    assert placed(first) == (1, (2, 3))
    assert placed(first.then(stacks=bust(first, 2))) == (3, (4, 1))


@pytest.mark.rule("canberra:8.6")
@pytest.mark.rule("canberra:T.buck")
def test_the_buck_posts_first_and_moves_to_the_next_player():
    first = Scenario("canberra-e", stacks=[1000] * 4).fold_round()
    assert placed(first) == (1, (1, 2))
    assert placed(first.then(stacks=bust(first, 2))) == (3, (3, 4))


@pytest.mark.rule("igr:A.2(cc)(iii)")
@pytest.mark.rule("igr:A.2(cc)(iii)-2")
def test_a_big_blind_below_the_small_blind_is_out_and_the_chips_leave_play():
    hand = Scenario("igr", stacks=(1000, 40, 1000, 1000), marker=4)
    assert hand.hand.removed == 40
    assert [post.seat for post in hand.all(events.BlindPosted)] == [1, 3]
    assert hand.fold_round().stacks == {1: 950, 2: 0, 3: 1050, 4: 1000}


@pytest.mark.rule("charity:19.3")
def test_a_redeal_has_the_same_button_and_blinds():
    hand = Scenario("charity", stacks=[1000] * 4)
    hand.report("cards exposed in the cut")
    assert hand.stacks == dict.fromkeys((1, 2, 3, 4), 1000)
    assert placed(hand.then()) == placed(hand)
