"""Rule 47: going all-in, side pots, and what a short all-in does to the betting.

Seat 1 has the button, seats 2 and 3 the blinds of 50 and 100.
"""

import pytest

from engine.hand import events
from tests.scenario import Scenario


def table(rules: str = "adelaide", *stacks: int) -> Scenario:
    return Scenario(rules, stacks=stacks or (5000, 5000, 5000, 5000))


@pytest.mark.rule("adelaide:47")
@pytest.mark.rule("adelaide:1.All-In")
def test_a_player_too_short_to_call_goes_all_in_and_skips_later_betting():
    hand = table("adelaide", 5000, 5000, 5000, 5000, 400)
    hand.play("seat 4 raises to 900")
    assert hand.options.call.amount == 400, "less than the call: only everything"
    hand.refuses("seat 5 raises to 600", clause="adelaide:47")
    hand.play("seat 5 all-in", "seat 1 calls", "seat 2 folds", "seat 3 folds")
    hand.play("flop Ah Kd 2c", "seat 4 bets 500", "seat 1 calls", "turn 3c")
    assert hand.seat == 4, "seat 5 has no turn"
    hand.play("seat 4 checks", "seat 1 checks", "river 9d", "seat 4 checks", "seat 1 checks")
    assert hand.pots == [(1350, (4, 5, 1)), (2000, (4, 1))]
    hand.play("seat 4 shows Qs Qh", "seat 5 shows As Ac", "seat 1 shows Jc Js", "pay")
    assert hand.won == [{5: 1350}, {4: 2000}]
    assert hand.stacks[5] == 1350


@pytest.mark.rule("adelaide:47")
@pytest.mark.rule("adelaide:47-2")
def test_an_all_in_player_wins_the_pot_he_matched_and_no_other():
    hand = table("adelaide", 5000, 5000, 5000, 300)
    hand.play("seat 4 all-in", "seat 1 raises to 900", "seat 2 folds", "seat 3 calls")
    hand.check_down()
    hand.refuses("pot 1 to 4", clause="adelaide:47-2")
    hand.play("pot 0 to 4", "pot 1 to 3")
    assert hand.stacks == {1: 4100, 2: 4950, 3: 5300, 4: 950}


@pytest.mark.rule("adelaide:47-2")
def test_every_all_in_level_makes_a_pot_and_an_unmatched_surplus_goes_back():
    hand = table("adelaide", 2000, 1000, 500, 250)
    hand.play("seat 4 all-in", "seat 1 all-in", "seat 2 all-in", "seat 3 all-in")
    assert hand.last(events.UncalledReturned) == events.UncalledReturned(1, 1000)
    assert hand.pots == [(1000, (2, 3, 4, 1)), (750, (2, 3, 1)), (1000, (2, 1))]
    hand.play("flop 2c 7d Jh", "turn 3s", "river 9c")
    hand.play("seat 1 shows Qs Qh", "seat 2 shows Ks Kh")
    hand.play("seat 3 shows As Ah", "seat 4 shows 2d 2h", "pay")
    assert hand.won == [{4: 1000}, {3: 750}, {2: 1000}]
    assert hand.stacks == {1: 1000, 2: 1000, 3: 750, 4: 1000}


@pytest.mark.rule("adelaide:47-2")
def test_chips_of_folded_players_stay_in_the_pots_they_were_put_into():
    hand = table("adelaide", 5000, 5000, 600, 300)
    hand.play("seat 4 all-in", "seat 1 raises to 600", "seat 2 calls", "seat 3 all-in")
    hand.play("flop", "seat 2 bets 500", "seat 1 folds")
    assert hand.pots == [(1200, (2, 3, 4)), (900, (2, 3))]
    assert hand.stacks[2] == 4400, "his bet was not called"


# -- limit -----------------------------------------------------------------------------------------


@pytest.mark.rule("adelaide:47-4")
def test_in_limit_less_than_half_a_bet_reopens_nothing_for_those_who_have_acted():
    hand = table("adelaide-limit", 140, 5000, 5000, 5000)
    hand.play("seat 4 calls", "seat 1 all-in")
    assert hand.last(events.Raised).size == events.SHORT
    hand.play("seat 2 calls", "seat 3 calls")
    assert hand.seat == 4
    hand.refuses("seat 4 raises to 200", clause="adelaide:47-4")
    assert hand.options.call.amount == 40
    assert hand.options.fold.is_allowed


@pytest.mark.rule("adelaide:47-4")
def test_in_limit_who_is_yet_to_act_folds_calls_or_completes_the_bet():
    hand = table("adelaide-limit", 140, 5000, 5000, 5000).play("seat 4 calls", "seat 1 all-in")
    offered = hand.options
    assert offered.fold.is_allowed
    assert offered.call.amount == 90
    assert (offered.raising.least, offered.raising.most) == (200, 200)
    hand.play("seat 2 raises to 200", "seat 3 raises to 300", "seat 4 raises to 400")
    hand.refuses("seat 2 raises to 500", clause="adelaide:67-2")  # three, the short one not counted


@pytest.mark.rule("adelaide:47-5")
@pytest.mark.parametrize("stack", [65, 60])
def test_in_limit_half_a_bet_or_more_is_a_full_bet(stack):
    hand = Scenario("adelaide-limit", stacks=(5000, 5000, 5000, stack + 40), blinds=(20, 40))
    hand.play("seat 4 calls", "seat 1 calls", "seat 2 calls", "seat 3 checks", "flop")
    hand.play("seat 2 bets 40", "seat 3 calls", "seat 4 all-in")
    assert hand.last(events.Raised) == events.Raised(4, stack, events.FULL, all_in=True)
    assert hand.options.call.amount == stack
    assert hand.options.raising.least == stack + 40
    hand.play("seat 1 folds")
    assert hand.options.raising.is_allowed, "reopened for who had bet"
    hand.play("seat 2 calls")
    assert hand.options.fold.is_allowed
    assert hand.options.call.amount == stack - 40
    assert hand.options.raising.least == stack + 40, "and for who had called"


@pytest.mark.rule("adelaide:47-5")
def test_in_limit_half_a_bet_uses_up_one_of_the_three_raises():
    hand = Scenario("adelaide-limit", stacks=(5000, 5000, 5000, 5000, 105), blinds=(20, 40))
    hand.play("seat 4 calls", "seat 5 calls", "seat 1 calls", "seat 2 calls", "seat 3 checks")
    hand.play("flop", "seat 2 bets 40", "seat 3 calls", "seat 4 calls", "seat 5 all-in")
    hand.play("seat 1 raises to 105", "seat 2 raises to 145")
    hand.refuses("seat 3 raises to 185", clause="adelaide:67-2")


# A bet of 100, all-ins of 125 and 150: together half a bet above the last full one.
def two_short_all_ins(*more: str) -> Scenario:
    """Seat 2 bets 100 on the flop, seats 4 and 6 are all-in for 125 and 150."""
    hand = table("adelaide-limit", 5000, 5000, 5000, 225, 5000, 250)
    hand.play("seat 4 calls", "seat 5 calls", "seat 6 calls", "seat 1 calls", "seat 2 calls")
    hand.play("seat 3 checks", "flop", "seat 2 bets 100", "seat 3 calls", "seat 4 all-in")
    assert hand.last(events.Raised).size == events.SHORT
    hand.play(*(more or ("seat 5 folds",)), "seat 6 all-in")
    return hand


@pytest.mark.rule("adelaide:47-5")
def test_in_limit_short_all_ins_that_make_half_a_bet_together_are_a_full_raise():
    hand = two_short_all_ins()
    assert hand.last(events.Raised) == events.Raised(6, 150, events.FULL, all_in=True)
    assert (hand.options.raising.least, hand.options.raising.most) == (250, 250), "yet to act"
    hand.play("seat 1 calls")
    assert (hand.options.raising.least, hand.options.raising.most) == (250, 250), "who had bet"
    hand.play("seat 2 raises to 250", "seat 3 raises to 350")
    hand.refuses("seat 1 raises to 450", clause="adelaide:67-2")


@pytest.mark.rule("adelaide:47-4")
def test_in_limit_who_called_the_first_short_all_in_and_faces_less_than_half_calls_or_folds():
    hand = two_short_all_ins("seat 5 calls").play("seat 1 folds", "seat 2 calls", "seat 3 calls")
    assert hand.seat == 5
    hand.refuses("seat 5 raises to 250", clause="adelaide:47-4")
    assert hand.options.call.amount == 25


@pytest.mark.rule("adelaide:47-5")
def test_in_limit_short_all_ins_that_open_the_betting_make_the_bet_together():
    hand = table("adelaide-limit", 5000, 5000, 5000, 140, 5000, 160)
    hand.play("seat 4 calls", "seat 5 calls", "seat 6 calls", "seat 1 calls", "seat 2 calls")
    hand.play("seat 3 checks", "flop", "seat 2 checks", "seat 3 checks", "seat 4 all-in")
    assert hand.last(events.Bet).size == events.SHORT
    hand.play("seat 5 calls", "seat 6 all-in")
    assert hand.last(events.Raised).size == events.COMPLETION
    assert hand.hand.raises == 0
    assert hand.options.raising.least == 160


# -- half pot, pot and no limit --------------------------------------------------------------------


@pytest.mark.rule("adelaide:47-6")
@pytest.mark.parametrize("limit", ["adelaide", "adelaide-pot", "adelaide-half-pot"])
def test_a_short_all_in_leaves_who_has_acted_call_or_fold(limit):
    hand = table(limit, 5000, 5000, 5000, 5000, 325)
    hand.play("seat 4 raises to 225", "seat 5 all-in", "seat 1 folds", "seat 2 folds")
    hand.play("seat 3 calls")
    assert hand.seat == 4
    hand.refuses("seat 4 raises to 700", clause="adelaide:47-6")
    assert hand.options.call.amount == 100
    assert hand.options.fold.is_allowed


@pytest.mark.rule("adelaide:47-6")
def test_who_has_not_acted_may_raise_a_short_all_in_by_the_last_full_raise():
    hand = table("adelaide", 5000, 5000, 5000, 5000, 400)
    hand.play("seat 4 raises to 300", "seat 5 all-in")
    hand.refuses("seat 1 raises to 599", clause="adelaide:47-3")
    hand.play("seat 1 raises to 600", "seat 2 folds", "seat 3 folds")
    assert hand.options.raising.least == 800, "a full raise reopens"


@pytest.mark.rule("adelaide:47-6")
def test_several_short_all_ins_that_make_a_full_raise_together_reopen():
    hand = table("adelaide", 5000, 5000, 5000, 225, 5000, 300)
    hand.play("seat 4 calls", "seat 5 calls", "seat 6 calls", "seat 1 folds", "seat 2 folds")
    hand.play("seat 3 checks", "flop", "seat 3 bets 100", "seat 4 all-in", "seat 5 calls")
    assert hand.hand.bet_to_match == 125
    hand.play("seat 6 all-in")
    assert hand.hand.bet_to_match == 200
    assert hand.seat == 3
    assert hand.options.raising.least == 300, "25 and 75 short together: 100 to answer"
    hand.play("seat 3 calls")
    hand.refuses("seat 5 raises to 300", clause="adelaide:47-6")  # 75 to answer
    assert hand.options.call.amount == 75


@pytest.mark.rule("adelaide:47-6")
def test_short_all_ins_after_a_large_raise_reopen_by_its_size_and_not_by_doubling():
    hand = table("adelaide", 5000, 5000, 5000, 5000, 520, 600)
    hand.play("seat 4 calls", "seat 5 calls", "seat 6 calls", "seat 1 folds", "seat 2 folds")
    hand.play("seat 3 checks", "flop", "seat 3 bets 100", "seat 4 raises to 300")
    hand.play("seat 5 all-in", "seat 6 all-in")
    assert hand.hand.bet_to_match == 500
    hand.play("seat 3 calls")
    assert hand.options.raising.least == 700, "120 and 80 short are the 200 of the last raise"


@pytest.mark.rule("adelaide:47-3")
@pytest.mark.rule("adelaide:47-6")
def test_an_opening_all_in_below_the_bet_is_raised_by_a_whole_bet():
    hand = table("adelaide", 5000, 5000, 160, 5000)
    hand.play("seat 4 calls", "seat 1 calls", "seat 2 calls", "seat 3 checks", "flop")
    hand.play("seat 2 checks", "seat 3 all-in").refuses(
        "seat 4 raises to 159", clause="adelaide:47-3"
    )
    assert hand.options.raising.least == 160
