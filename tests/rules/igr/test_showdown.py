"""A.1, A.3(p) and A.3(r): who shows, and which hands are dead.

Four players: seat 4 has the button, seats 1 and 2 post 50 and 100, seat 3 opens.
"""

from functools import partial

import pytest

from engine.hand import commands, events
from engine.rules import irregularities as what
from tests.scenario import dealt

CHECKED = tuple(f"seat {seat} checks" for seat in (1, 2, 3, 4))
BOARD = ("flop 2c 7d Jh", "turn 3s", "river 9c")


table = partial(dealt, "igr")


def on_the_river(**how):
    hand = table("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 checks", **how)
    able = [
        line for line, stack in zip(CHECKED, hand.setup.seats, strict=True) if stack.stack > 100
    ]
    return hand.play(BOARD[0], *able, BOARD[1], *able, BOARD[2])


@pytest.mark.rule("igr:A.3(p)(i)")
def test_the_last_player_left_wins_and_need_not_show():
    hand = on_the_river().play("seat 1 bets 300", "seat 2 folds", "seat 3 folds", "seat 4 folds")
    assert hand.hand.ended == "played"
    assert not hand.hand.shown
    assert hand.stacks[1] == 5300


@pytest.mark.rule("igr:A.3(p)(ii)a")
def test_after_a_called_bet_the_last_bettor_shows_first_and_callers_may_muck():
    hand = on_the_river().play("seat 1 bets 200", "seat 2 raises to 500", "seat 3 calls")
    hand.play("seat 4 folds", "seat 1 calls")
    showing = hand.options.showing
    assert (showing.seat, showing.must_show, showing.order) == (2, True, (2, 3, 1))
    hand.refuses("seat 2 mucks")
    hand.play("seat 2 shows As Ah")
    assert not hand.options.showing.must_show
    hand.play("seat 3 mucks", "seat 1 mucks")
    assert hand.won == [{2: 1900}]


@pytest.mark.rule("igr:A.3(p)(ii)a")
def test_the_last_bettor_shows_before_one_who_was_all_in_earlier():
    hand = on_the_river(stacks=(5000, 5000, 100, 5000))
    hand.play("seat 1 checks", "seat 2 bets 300", "seat 4 folds", "seat 1 calls")
    assert hand.options.showing.order == (2, 3, 1)


@pytest.mark.rule("igr:A.3(p)(ii)b")
def test_without_a_bet_on_the_last_round_everyone_must_show():
    hand = on_the_river().play(*CHECKED)
    for seat in (1, 2, 3, 4):
        showing = hand.options.showing
        assert (showing.seat, showing.must_show) == (seat, True)
        hand.refuses(f"seat {seat} mucks", clause="igr:A.3(p)(ii)b")
        hand.play(f"seat {seat} shows")
    assert hand.options.phase == "award"


@pytest.mark.rule("igr:A.3(p)(ii)b")
def test_dealt_electronically_no_hand_goes_away_unseen_after_a_checked_river():
    hand = table(deck="As Ks Qs Js Ad Kd Qd Jd").play(
        "seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 checks", *CHECKED * 3
    )
    assert [event.seat for event in hand.all(events.HandShown)] == [1, 2, 3, 4]
    assert not hand.all(events.HandMucked)


# -- dead hands ------------------------------------------------------------------------------------


@pytest.mark.rule("igr:A.1.Dead Hand")
def test_a_dead_hand_wins_no_pot():
    hand = on_the_river().play(commands.KillHand(1, "cards exchanged with seat 2"))
    assert hand.last(events.HandKilled).clause == "igr:A.1.Dead Hand"
    assert hand.seat == 2
    hand.check_down()
    hand.refuses("seat 1 shows As Ah").refuses("pot 0 to 1", clause="igr:A.3(v)(i)")
    hand.play("pot 0 to 2")
    assert hand.stacks == {1: 4900, 2: 5300, 3: 4900, 4: 4900}


@pytest.mark.rule("igr:A.1.Muck")
@pytest.mark.rule("igr:A.1.Dead Hand")
def test_cards_that_get_into_the_muck_by_error_are_dead_and_stay_so():
    hand = on_the_river().report(what.HAND_IN_MUCK, seat=3)
    assert hand.last(events.HandKilled).clause == "igr:A.1.Muck"
    assert hand.hand.in_hand() == [1, 2, 4]
    hand.refuses(commands.RestoreHand(3, "it was an error"), clause="igr:A.1.Muck")
    hand.check_down().refuses("pot 0 to 3", clause="igr:A.3(v)(i)")


@pytest.mark.rule("igr:A.1.Muck")
def test_a_folded_hand_is_in_the_muck():
    hand = table("seat 3 folds")
    hand.refuses(commands.RestoreHand(3, "it was an error"), clause="igr:A.1.Muck")


@pytest.mark.rule("igr:A.2(hh)")
@pytest.mark.parametrize("free", [False, True])
def test_when_the_time_called_runs_out_the_hand_is_dead_check_or_no_check(free):
    hand = on_the_river()
    if not free:
        hand.play("seat 1 bets 300")
    seat = hand.seat
    hand.play(f"time expires for seat {seat}")
    assert hand.last(events.ActionCorrected).clause == "igr:A.2(hh)"
    assert seat not in hand.hand.in_hand()


@pytest.mark.rule("igr:A.3(r)(i)")
def test_the_best_hand_as_the_cards_say_is_proposed_for_the_dealer_to_confirm():
    hand = on_the_river().play(*CHECKED, "seat 1 shows As Ah", "seat 2 shows Ks Kh")
    assert not hand.options.pots[0].is_known, "two hands are not tabled yet"
    hand.play("seat 3 shows 7s 7h", "seat 4 shows Qs Qh")
    (pot,) = hand.options.pots
    assert (pot.amount, pot.high) == (400, (3,))
    hand.refuses("pot 0 to 1", clause="igr:A.3(r)(i)")
    assert hand.play("pay").stacks[3] == 5300
