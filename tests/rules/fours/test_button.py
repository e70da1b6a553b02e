"""The dead button: who posts and who is dealt last when a blind busts out.

Five players: seat 5 has the first button, seats 1 and 2 post 10 and 20, seat 3 opens.
"""

import pytest

from engine.hand import events
from tests.scenario import Scenario, posted


def after_a_bust(*gone):
    """The table after these blinds lost their last chips against seat 5, who has the button."""
    stacks = {seat: 100 if seat in gone else 2000 for seat in (1, 2, 3, 4, 5)}
    hand = Scenario("fours", stacks=stacks, blinds=(10, 20))
    assert (hand.hand.marker, hand.hand.blind_seats) == (5, (1, 2))
    hand.play("seat 3 folds", "seat 4 folds", "seat 5 raises to 200")
    for seat in (1, 2):
        hand.play(f"seat {seat} {'all-in' if seat in gone else 'folds'}")
    hand.check_down().play("pot 0 to 5")
    assert hand.last(events.HandEnded).busts == gone
    return hand


@pytest.mark.rule("fours:dead-button-1")
@pytest.mark.rule("fours:dead-button-2")
def test_the_big_blind_busts_there_is_no_small_blind_and_then_the_button_is_on_his_seat():
    second = after_a_bust(2).then()
    assert second.hand.marker == 1, "who posted the small blind has the button"
    assert posted(second) == {3: 20}
    assert second.hand.order[-1] == 1

    third = second.fold_round().then()
    assert third.hand.marker == 2, "the empty seat"
    assert posted(third) == {3: 10, 4: 20}
    assert third.hand.order[-1] == 1, "the same player is dealt last twice running"

    assert third.fold_round().then().hand.marker == 3


@pytest.mark.rule("fours:dead-button-3")
def test_the_small_blind_busts_and_the_button_does_not_move():
    second = after_a_bust(1).then()
    assert second.hand.marker == 5
    assert posted(second) == {2: 10, 3: 20}
    assert second.hand.order[-1] == 5, "the same player has the button twice running"
    assert second.fold_round().then().hand.marker == 2


@pytest.mark.rule("fours:dead-button-4")
def test_a_player_from_another_table_in_the_busted_big_blinds_seat_takes_the_position():
    first = after_a_bust(2)
    second = first.then(stacks={**first.stacks, 2: 1500})
    assert second.hand.marker == 1
    assert posted(second) == {2: 10, 3: 20}


@pytest.mark.rule("fours:heads-up-1")
@pytest.mark.parametrize(("gone", "big_blind"), [((1,), 3), ((2,), 3), ((3,), 1)])
def test_at_two_players_nobody_posts_the_big_blind_twice_running(gone, big_blind):
    first = Scenario("fours", stacks=(2000, 2000, 2000), blinds=(10, 20), marker=3).fold_round()
    assert first.hand.blind_seats == (1, 2)
    left = {seat: stack for seat, stack in first.stacks.items() if seat not in gone}
    second = first.then(stacks=left)
    other = next(seat for seat in left if seat != big_blind)
    assert posted(second) == {big_blind: 20, other: 10}
    assert second.hand.marker == other, "the small blind inherits the button"
